package Mehari::Serve::ErrorPage;

# The error page of the development server: the message, and the source around
# the lines that it names. It is the body of a CGI script, which is an
# ErrorDocument. So variables of the environment that begin with REDIRECT_
# describe the failed request.

use Mehari::Perl;
use File::Basename qw(dirname);

use Mehari::Explain::Missing;
use Mehari::Explain::Reason;
use Mehari::Serve::Address;
use Mehari::Serve::Changes;
use Mehari::Serve::Context;
use Mehari::Serve::Editor;
use Mehari::Serve::Message;
use Mehari::Serve::Obstacle;
use Mehari::Serve::Page qw(escape url_path document);
use Mehari::Serve::Source;

my %TITLE = (
    403 => 'Forbidden',
    404 => 'Not found',
    500 => 'The request failed',
);

my $NO_MESSAGE = 'There is no message; the terminal may show more.';

my $MAX_SOURCES = 3;
my $LOG_TAIL    = 64 * 1024;

sub answer ($class) {
    my $failed  = failed();
    my $context = Mehari::Serve::Context->of_environment;
    $failed->{file} //= file_of($failed, $context);
    my $own = Mehari::Serve::Address->is_own(\%ENV);
    my $error
        = $own ? error_of($failed, $context) : error_for_others($failed);
    my %watching = watching($failed, $context);
    my $policy   = Mehari::Serve::Changes->policy(%watching);
    $error->{editor} = $context->editor if $own;
    my $html = ($ENV{HTTP_ACCEPT} // '') =~ m{\btext/html\b};
    my $type = $html ? 'text/html' : 'text/plain';
    binmode STDOUT;
    print {*STDOUT} <<~"HTTP", $html ? page($error, %watching) : text($error);
    Status: $failed->{status}
    Content-Type: $type; charset=utf-8
    Cache-Control: no-store
    $policy

    HTTP
    return;
}

# A page that reloads itself repeats the request, which is only right for GET.
sub watching ($failed, $context) {
    return () if $failed->{method} ne 'GET';
    return Mehari::Serve::Changes->watching($context);
}

# The failed request. A client that requests the error page directly gets 404.
sub failed () {
    return {
        status => $ENV{REDIRECT_STATUS}         // 404,
        method => $ENV{REDIRECT_REQUEST_METHOD} // '',
        uri    => $ENV{REDIRECT_URL}            // $ENV{SCRIPT_NAME} // '',
        file   => $ENV{REDIRECT_SCRIPT_FILENAME},
        notes  => $ENV{REDIRECT_ERROR_NOTES},
        id     => $ENV{REDIRECT_UNIQUE_ID},
    };
}

# The values for both forms of the page.
sub error_of ($failed, $context) {
    my $status  = $failed->{status};
    my @log     = log_of($failed, $context);
    my $message = message_of($failed, $status, @log);
    my @texts   = grep { index($message, $_) < 0 } map { $_->text } @log;
    my @places  = map { Mehari::Serve::Message::places($_) } $message, @texts;
    return {
        status  => $status,
        title   => $TITLE{$status} // 'The request failed',
        uri     => $failed->{uri},
        message => $message,
        hint    => elsewhere($failed, $context) // obstacle($failed, $context)
            // directory($failed, $context, $message)
            // missing($failed, $context, $message) // hint($message)
            // placeless($status, $message),
        log     => \@texts,
        sources => [ sources_of($failed, $context, @places) ],
        modes   => [ other_modes($failed->{uri}, $context) ],
    };
}

# Only the developer sees the error and its place; others see that there was an
# error.
sub error_for_others ($failed) {
    my $status = $failed->{status};
    return {
        status  => $status,
        title   => $TITLE{$status} // 'The request failed',
        uri     => $failed->{uri},
        message => $status == 404
        ? 'Nothing is served at this address.'
        : 'The terminal of mehari serve shows the error, and so does a browser'
            . ' on the same machine.',
        log     => [],
        sources => [],
        modes   => [],
    };
}

sub message_of ($failed, $status, @log) {
    return 'Nothing is served at this address.' if $status == 404;

    # mod_cgi's own words only say that the script's output has ended.
    my @said = map { $_->text } grep { $_->of_script } @log;
    return join "\n", @said if @said;

    # Several notes are one string, with a comma between them.
    my $notes = $failed->{notes} // '';
    $notes =~ s/[\s,]+\z//;
    return $notes        if length $notes;
    return $log[0]->text if @log;
    return $NO_MESSAGE;
}

# The address of a script that was requested without its mode, or in another
# one.
sub elsewhere ($failed, $context) {
    return undef if $failed->{status} != 404;
    my ($mode) = grep { $_->{kind} eq 'script' } $context->modes;
    my ($name) = sort { length $b <=> length $a }
        grep { $failed->{uri} =~ m{/\Q$_\E(?:/|\z)} } $context->site->scripts;
    return not_served($failed, $context) if !$mode || !defined $name;
    return
        "The script $name is at /$mode->{name}/$name. The index page, /, lists"
        . ' all addresses.';
}

# A file that is there, but is no Perl script.
sub not_served ($failed, $context) {
    mode_of($failed, $context) // return undef;
    my ($name) = $failed->{uri} =~ m{\A/[^/]+/(.+)\z}s or return undef;
    return undef if !-f $context->site->dir . "/$name";
    return
          "$name is there, but `mehari serve` runs only Perl scripts: *.pl,"
        . ' *.cgi, and executable files with perl in the #! line. Of other'
        . ' files it sends only images, style sheets, JavaScript and fonts.';
}

# A fault of the file itself, in a mode in which the system starts it.
sub obstacle ($failed, $context) {
    my $mode = mode_of($failed, $context);
    return undef if !$mode || $mode->{set} !~ /\bcgi\b/;
    my ($sentence) = Mehari::Serve::Obstacle::of_file($failed->{file} // '');
    return $sentence;
}

# The script of the address, which a worker does not tell httpd. PATH_INFO may
# follow its name.
sub file_of ($failed, $context) {
    my ($name) = $failed->{uri} =~ m{\A/[^/]+/(.+)\z}s or return undef;
    my $dir = $context->site->dir;
    $name =~ s{/[^/]*\z}{} || return undef while !-f "$dir/$name";
    return "$dir/$name";
}

sub mode_of ($failed, $context) {
    my ($name) = $failed->{uri} =~ m{\A/([^/]+)/} or return undef;
    my ($mode) = grep { $_->{name} eq $name } $context->modes;
    return $mode;
}

# Only Perl that stays has the served folder in @INC, because a CGI script runs
# as elsewhere.
sub missing ($failed, $context, $message) {
    my ($code, $values)
        = Mehari::Explain::Missing::of_error($message,
        dirname($failed->{file} // '/'));
    return undef if !$code;
    my $reason = Mehari::Explain::Reason::find($code);
    my $says   = ucfirst Mehari::Explain::Reason::sentence($reason, $values);
    return "$says. $reason->{remedy} [$code]" if $code ne 'MH4320';
    my $mode = mode_of($failed, $context);
    my $where
        = $mode && !$mode->{stays}
        ? 'where it is installed, and where the script says "use lib"; not in'
        . ' the script\'s folder'
        : 'in lib and handlers of the served directory, and where it is'
        . ' installed';
    return "$says. Perl looks for modules $where. [$code]";
}

# A file in the script's own folder, in a mode that does not go there.
sub directory ($failed, $context, $message) {
    my $mode = mode_of($failed, $context) // return undef;
    return undef
        if !$mode->{stays}
        || $mode->{name} =~ /prefork/
        || !is_beside($failed, $message);
    return
          "If the file's name is relative: under $mode->{title} the current"
        . ' directory is not that of the script. Use an absolute name, or one'
        . ' made from __FILE__. [MH4301]';
}

# perl looks for `require "./lib.pl"` in the current directory, and for a name
# without a folder in @INC.
sub is_beside ($failed, $message) {
    return 1
        if $message =~ /(?:No such file or directory|Permission denied) at /
        || $message =~ m{Can't locate \.\.?/\S+ at };
    my ($code, $values) = Mehari::Explain::Missing::of_error($message);
    return
           ($code // '') eq 'MH4330'
        && defined $failed->{file}
        && -e dirname($failed->{file}) . "/$values->{subject}";
}

# Advice about a numbered line, or one of httpd's or perl's that means the same.
# A warning gives no advice, because it is no reason for a failure.
sub hint ($message) {
    my ($code)
        = grep { Mehari::Explain::Reason::has($_) }
        $message =~ /\[(MH\d{4})\]/g;
    ($code) = grep { $_ ne 'MH4337' }
        map { Mehari::Explain::Reason::codes_of_line($_) } split /\n/,
        $message
        if !defined $code;
    my $reason = Mehari::Explain::Reason::find($code // return undef);
    return "$reason->{cause} $reason->{remedy} [$code]";
}

# A text of die that ends with a newline names no place.
sub placeless ($status, $message) {
    return undef
        if $status != 500
        || $message eq $NO_MESSAGE
        || $message =~ /\[MH\d{4}\]|\bline \d+/;
    return
        'The message names no file and no line. If it comes from `die`, leave'
        . ' out the newline at its end: Perl then adds both.';
}

# httpd's log lines of this request.
sub log_of ($failed, $context) {
    my $id = $failed->{id} // return ();
    open my $handle, '<:raw', $context->error_log or return ();
    my $size = -s $handle;
    seek $handle, $size - $LOG_TAIL, 0 if $size > $LOG_TAIL;
    my (@log, @said);
    while (defined(my $line = readline $handle)) {
        my $message = Mehari::Serve::Message->parse($line);
        if (!defined $message->id && $message->of_script) {
            push @said, $message;
            next;
        }
        push @log,
            is_cgi($failed, $context)
            ? of_script($failed, $context, @said)
            : (), $message
            if ($message->id // '') eq $id && !of_another($message, $failed);
        @said = ();
    }
    return @log;
}

# The lines below the last one that names another script: that one had an
# answer, and so no line of httpd. A script may load another, so the last line
# of all always belongs to this one.
sub of_script ($failed, $context, @said) {
    my %other
        = map { $context->site->dir . "/$_" => 1 } $context->site->scripts;
    delete $other{ $failed->{file} // '' };
    my ($last) = grep {
        grep { $other{ $_->[0] } }
            Mehari::Serve::Message::places($said[$_]->text)
    } reverse 0 .. $#said - 1;
    return @said[ ($last // -1) + 1 .. $#said ];
}

# A pool's notice comes with the next answer, which may be to a request for
# another script than the one that it names. Its way to restore memory, which it
# notes at its start (MH3085), is no fault.
sub of_another ($message, $failed) {
    return 1 if $message->text =~ /\[MH3085\]/;
    my $file = $failed->{file} // return 0;
    return $message->text =~ m{\Apool [\w.-]+: /}
        && index($message->text, ": $file") < 0;
}

# mod_cgid's lines do not name the request. They stand right above httpd's line
# about the failed script.
sub is_cgi ($failed, $context) {
    my ($mode) = grep { $_->{set} eq 'cgi-script' } $context->modes;
    return $mode && $failed->{uri} =~ m{\A/$mode->{name}/};
}

sub sources_of ($failed, $context, @places) {
    my $script = $failed->{file} // '';
    my @roots  = (
        $context->site->dir,
        $context->site->handler_dirs,
        grep { !ref } @INC
    );
    my @sources;
    for my $place (@places) {
        my $source = Mehari::Serve::Source->around(@$place, $script, @roots)
            // next;
        next if is_shown($source, @sources);
        push @sources, $source;
        last if @sources == $MAX_SOURCES;
    }
    return @sources;
}

# A line that is shown already only gets its mark.
sub is_shown ($source, @sources) {
    my $line = $source->{line};
    for my $shown (grep { $_->{file} eq $source->{file} } @sources) {
        next unless grep { $_->[0] == $line } @{ $shown->{lines} };
        $shown->{marked}{$line} = 1;
        return 1;
    }
    return 0;
}

# Links to the same script or handler in other modes, which often help.
sub other_modes ($uri, $context) {
    my ($space, $rest) = $uri =~ m{\A/([\w-]+)(/.+)\z}s or return ();
    my ($mode) = grep { $_->{name} eq $space } $context->modes;
    return () unless $mode;
    return map { [ $_->{title}, "/$_->{name}$rest" ] }
        grep { $_ != $mode && $_->{kind} eq $mode->{kind} } $context->modes;
}

sub page ($error, %watching) {
    my $message = escape($error->{message});
    my $body    = <<~"HTML";
    <header>
    <h1>${\escape($error->{title})}</h1>
    <p class="dim"><span class="status">$error->{status}</span>
    <code>${\escape($error->{uri})}</code></p>
    </header>
    <pre class="message">$message</pre>
    HTML
    $body .= '<p>' . with_code(escape($error->{hint})) . "</p>\n"
        if defined $error->{hint};
    $body .= source_html($_, $error->{editor}) for @{ $error->{sources} };
    $body .= log_html(@{ $error->{log} });
    $body .= '<nav aria-label="Go on">';
    $body .= '<a href="/">Index</a>' if $error->{uri} ne '/';
    $body .= qq(<a href="${\url_path($_->[1])}">with ${\escape($_->[0])}</a>)
        for $error->{status} == 404 ? () : @{ $error->{modes} };
    return document("$error->{status}: $error->{uri}",
        "$body</nav>\n", %watching);
}

# Code in a text that is escaped already stands in backticks.
sub with_code ($html) { return $html =~ s{`([^`]+)`}{<code>$1</code>}gr }

# Each line of the source is one line of HTML, because a reader sees all white
# space inside <pre>.
sub source_html ($source, $editor) {
    my $file  = escape($source->{file});
    my $lines = '';
    for my $line (@{ $source->{lines} }) {
        my ($number, $text) = @$line;
        my ($open, $close)
            = $source->{marked}{$number}
            ? ('<mark class="here">', '</mark>')
            : ('<span>', '</span>');
        $lines .= "$open<b>$number</b>${\escape($text)}$close";
    }
    my $name = "<code>$file</code>";
    $name = edit_link($source, $editor, $name) if defined $editor;
    return <<~"HTML";
    <h2>$name
    <small>${\marked_lines($source)}</small></h2>
    <div class="card" role="region" tabindex="0" aria-label="Source of $file">
    <pre class="source">$lines</pre></div>
    HTML
}

sub edit_link ($source, $editor, $html) {
    my $href = escape(
        Mehari::Serve::Editor->link_to(
            $editor, $source->{file}, $source->{line}
        )
    );
    return qq(<a href="$href" title="Open in your editor">$html</a>);
}

sub marked_lines ($source) {
    my @lines = sort { $a <=> $b } keys %{ $source->{marked} };
    my $last  = pop @lines;
    return @lines
        ? 'lines ' . join(', ', @lines) . " and $last"
        : "line $last";
}

sub log_html (@log) {
    return '' unless @log;
    my $text = escape(join "\n", @log);
    return <<~"HTML";
    <h2>Error log <small>of this request</small></h2>
    <div class="card"><pre class="log">$text</pre></div>
    HTML
}

# The page as text, for curl and the like.
sub text ($error) {
    my $text = "$error->{status} $error->{title}: $error->{uri}\n\n"
        . "$error->{message}\n";
    $text .= "\n$error->{hint}\n" if defined $error->{hint};
    for my $source (@{ $error->{sources} }) {
        $text .= "\n$source->{file}\n";
        for my $line (@{ $source->{lines} }) {
            my $mark = $source->{marked}{ $line->[0] } ? '>' : ' ';
            $text .= sprintf "%s%5d  %s\n", $mark, @$line;
        }
    }
    $text .= join "\n", "\nError log:", @{ $error->{log} }, ''
        if @{ $error->{log} };
    return Mehari::Serve::Message::printable($text);
}

1;

__END__

=head1 NAME

Mehari::Serve::ErrorPage - message and source of a failed request

=head1 SYNOPSIS

    ErrorDocument 500 /mehari/error

=cut
