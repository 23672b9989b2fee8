package Mehari::Test::Packages;

# CGI programs of Debian's packages, where they are installed: Apache is
# configured as the packages say, two clients ask, `mehari migrate` moves the
# configuration, and the clients ask again. mehari's answers are compared with
# those of mod_cgid before.

use Mehari::Perl;
use File::Copy qw(copy);
use File::Path qw(make_path remove_tree);
use Test::More ();

use Mehari::MigrateSite qw(slurp);
use Mehari::Test        qw(read_file source_root);
use Mehari::Test::Client;

my @MODULES = qw(
    cgid rewrite negotiation access_compat authz_host authz_user auth_basic
    authn_core authn_file include autoindex setenvif headers expires
);

# Headers that differ from answer to answer, whoever gives it.
my %SKIPPED = map { $_ => 1 } qw(date server connection keep-alive
    transfer-encoding content-length);

# The order of hash keys must be comparable.
my %ENVIRONMENT = (
    PERL_HASH_SEED    => 0,
    PERL_PERTURB_KEYS => 0,
    TZ                => 'UTC',
    LANG              => 'C',
);

# names: those of the packages; none stands for all that are described.
sub new ($class, @names) {
    my @files = sort glob source_root() . '/t/fixtures/packages/*.site';
    my @sites = map { described($_) } @files;
    if (@names) {
        my %wanted = map { $_ => 1 } @names;
        @sites = grep { $wanted{ $_->{package} } } @sites;
    }
    my @here = grep { is_here($_) } @sites;
    return bless {
        sites   => \@here,
        missing => [ grep { !is_here($_) } @sites ],

        # Requests that write are sent only if this root is thrown away later.
        writes => $ENV{MEHARI_THROWAWAY},
    }, $class;
}

sub sites   ($self) { return @{ $self->{sites} } }
sub missing ($self) { return @{ $self->{missing} } }

sub is_here ($site) {
    return !grep { !-e } @{ $site->{script} }, @{ $site->{include} // [] };
}

# Reads a description: lines "Name: value", "Config:" with indented lines, and
# requests.
sub described ($file) {
    my %site = (requests => [], config => []);
    for my $line (split /\n/, read_file($file)) {
        if ($line =~ /^(WRITE )?(GET|HEAD|POST) (\S+)(?: (.*))?/) {
            push @{ $site{requests} },
                { writes => $1, method => $2, path => $3, body => $4 // '' };
        }
        elsif ($line =~ /^(\w+):\s*(.*)/) {
            push @{ $site{ lc $1 } }, $2 if $2 ne '';
        }
        elsif ($line =~ /^ +(.*)/) { push @{ $site{config} }, $1 }
    }
    $site{package} = $site{package}[0];
    return \%site;
}

# --- the server -----------------------------------------------------------------

# Returns the beginning of a configuration; httpd may read the granted folders.
sub begun ($self, $site, $mpm, $modules, @granted) {
    my $text = $site->preamble(mpm => $mpm, modules => $modules) . <<~'CONF';
        UseCanonicalName Off
        ServerTokens Prod
        Timeout 120
        AddType text/html .html
        <Directory />
            Options FollowSymLinks
            AllowOverride None
            Require all denied
        </Directory>
        CONF
    return $text . join '',
        map { "<Directory \"$_\">\nRequire all granted\n</Directory>\n" }
        @granted;
}

sub lines_for (@sites) {
    return join '', map { "$_\n" }
        map {
        (@{ $_->{config} }, map { "Include $_" } @{ $_->{include} // [] })
        } @sites;
}

sub site ($self) {
    return $self->{site} if $self->{site};
    my $site = $self->{site} = Mehari::MigrateSite->new(mode => 'perl-cgi');
    my $text
        = $self->begun($site, 'event', [@MODULES], '/usr/share', '/var/www');
    $text .= <<~'CONF' . lines_for($self->sites);
        LogFormat "%m %U %R" handlers
        CustomLog logs/handlers handlers
        PassEnv PERL_HASH_SEED PERL_PERTURB_KEYS TZ LANG
        DirectoryIndex index.html index.cgi index.pl
        <Directory /usr/lib/cgi-bin>
            Options +ExecCGI -MultiViews +SymLinksIfOwnerMatch
            Require all granted
        </Directory>
        ScriptAlias /cgi-bin/ /usr/lib/cgi-bin/
        CONF
    $self->{conf}{$_} = $site->write("conf/$_.conf", $text)
        for qw(before after);
    return $site;
}

# Returns (exit status, notes).
sub migrate ($self) {
    my ($status, undef, $notes)
        = $self->site->migrate('--apply', $self->{conf}{after});
    return ($status, $notes);
}

sub served ($self, $which, $code) {
    my $site = $self->site;
    unlink $site->root . '/logs/handlers';
    $self->keep_state($self->sites);
    my @result = $site->served($self->{conf}{$which}, $code, %ENVIRONMENT);
    $self->restore_state($self->sites);
    return (@result, $self->handlers);
}

# Returns [method and path, handler] of each request, in the order of the log.
sub handlers ($self) {
    my %of;
    for my $line (split /\n/, slurp($self->site->root . '/logs/handlers')) {
        my ($method, $path, $handler) = split ' ', $line;
        $of{"$method $path"}{$handler}++;
    }
    return \%of;
}

# --- what the programs write ----------------------------------------------------

sub state_of ($self, @sites) {
    return if !$self->{writes};
    return grep { -e } map { @{ $_->{state} // [] } } @sites;
}

sub kept ($self, $path) {
    return $self->site->root . '/state/' . $path =~ s{/}{_}gr;
}

sub keep_state ($self, @sites) {
    make_path($self->site->root . '/state');
    system 'cp', '-a', $_, $self->kept($_) for $self->state_of(@sites);
    return;
}

sub restore_state ($self, @sites) {
    for my $path ($self->state_of(@sites)) {
        remove_tree($path);
        system 'cp', '-a', $self->kept($path), $path;
        remove_tree($self->kept($path));
    }
    return;
}

# --- the clients ---------------------------------------------------------------

# Two clients take turns. One sends the requests from the first to the last, the
# other from the last to the first, and both do so twice. Returns the answers in
# the order in which they came. Each client keeps its cookies, and the hidden
# fields of the last form that it got.
sub session ($self, $of) {
    my @requests
        = grep { !$_->{writes} || $self->{writes} } @{ $of->{requests} };
    my ($one, $other) = map { { jar => {}, hidden => {} } } 1, 2;
    my @answers;
    for my $round (1, 2) {
        for my $i (0 .. $#requests) {
            push @answers, $self->ask($of, $requests[$i],        $one);
            push @answers, $self->ask($of, $requests[ -1 - $i ], $other);
        }
    }
    return \@answers;
}

# Sends a request. A path that begins with http:// is one on another host of the
# server. {NAME} in a body stands for the value of the hidden field of that name.
sub ask ($self, $of, $request, $visitor) {
    my $site = $self->site;
    my $jar  = $visitor->{jar};
    my $body
        = $request->{body} =~ s/\{(\w+)\}/$visitor->{hidden}{$1} \/\/ ''/ger;
    my $path   = $request->{path};
    my $host   = $path =~ s{^http://([^/]+)}{} ? $1 : undef;
    my @header = @{ $of->{header} // [] };
    $host //= 'localhost:' . $site->port;
    my %default = (
        Host         => $host,
        Accept       => '*/*',
        'User-Agent' => 'Mozilla/5.0 (X11; Linux x86_64) packages/1',
    );

    for my $name (sort keys %default) {
        push @header, "$name: $default{$name}" if !grep { /^$name:/ } @header;
    }
    my @head = ("$request->{method} $path HTTP/1.1",
        'Connection: close', @header,);
    push @head, 'Content-Type: ' . type_of($body),
        'Content-Length: ' . length $body
        if $request->{method} eq 'POST';
    push @head, 'Cookie: ' . join '; ',
        map { "$_=$jar->{$_}" } sort keys %$jar
        if %$jar;
    my $client = Mehari::Test::Client->new($site, timeout => 90);
    $client->send(join("\r\n", @head) . "\r\n\r\n$body");
    my $answer = $client->read_response($request->{method});

    for my $cookie ($answer->header('Set-Cookie')) {
        my ($name, $value) = $cookie =~ /\A\s*([^=]+)=([^;]*)/ or next;
        $jar->{$name} = $value;
    }
    my %hidden = hidden_fields($answer->body);
    $visitor->{hidden} = \%hidden if %hidden;
    return [ "$request->{method} $request->{path}", $answer ];
}

sub hidden_fields ($html) {
    my @inputs = grep { /type="hidden"/ } $html =~ /<input\b[^>]*>/g;
    return map { (/\bname="(\w+)"/, /\bvalue="([^"]*)"/) }
        grep { /\bname="\w+"/ && /\bvalue="/ } @inputs;
}

sub type_of ($body) {
    return $body =~ /^</ ? 'text/xml' : 'application/x-www-form-urlencoded';
}

# --- comparing -----------------------------------------------------------------

# The module with which mehari is compared.
sub reference ($self) { return 'mod_cgid' }

# Returns the differences between the answers of two sessions with the reference
# and of one session with mehari.
sub differences ($self, $of, $one, $two, $ours) {
    my @all = map { $_->{ $of->{package} } } $one, $two, $ours;
    my @text;
    for my $i (0 .. $#{ $all[0] }) {
        my @answers    = map { $_->[$i][1] } @all;
        my $difference = $self->difference($of, @answers) // next;
        push @text, "$all[0][$i][0] (" . ($i + 1) . "): $difference";
    }
    return @text;
}

sub lines_of ($self, $of, $answer) {
    my @headers = sort map { lc($_->[0]) . ": $_->[1]" }
        grep { !$SKIPPED{ lc $_->[0] } } $answer->headers;
    my $text = join "\n", $answer->status // 'no response', @headers,
        $answer->complete ? 'complete' : 'cut short', $answer->body;
    $text =~ s/$_/#/g for @{ $of->{mask} // [] };
    return split /\n/, $text, -1;
}

# True if the answer of mod_cgid was cut short, and is the beginning of mehari's:
# where a script does not read its body, the client loses what is on its way.
sub is_longer ($self, $of, $one, $ours) {
    return 0 if $one->complete || !$ours->complete;
    return 0 if ($one->status // '') ne ($ours->status // '');
    return index($ours->body, $one->body) == 0;
}

# Returns the first difference. A line in which the two answers of mod_cgid differ
# is compared without its words; if such a line is not text, as in a picture, the
# rest is not compared.
sub difference ($self, $of, $one, $two, $ours) {
    return undef if $self->is_longer($of, $one, $ours);
    my @one  = $self->lines_of($of, $one);
    my @two  = $self->lines_of($of, $two);
    my @ours = $self->lines_of($of, $ours);
    for my $i (0 .. $#one) {
        my ($first, $second, $own) = map { $_ // '(nothing)' } $one[$i],
            $two[$i], $ours[$i];
        next if $own eq $first || $own eq $second;
        if ($first ne $second) {
            last if $first =~ /[^\t\n\r -~]/;
            next if plain($own) eq plain($first);
            next if plain($own) eq plain($second);
        }
        return sprintf "line %d\n  %s: %.200s\n  ours:     %.200s\n",
            $i + 1, $self->reference, $first, $own;
    }
    return @ours > @one && @one == @two
        ? "ours goes on: $ours[@one]\n"
        : undef;
}

# Returns a line without its words and numbers.
sub plain ($line) {
    return $line =~ s/[\w+\/=.:-]+/#/gr;
}

1;

__END__

=head1 NAME

Mehari::Test::Packages - CGI programs of Debian's packages, compared

=head1 DESCRIPTION

F<t/fixtures/packages/NAME.site> describes a package: C<Package>, C<Script> (what
must be there), C<Include> (the package's own configuration of Apache), C<Config>
(what its documentation says to write), C<State> (what its program writes),
C<Header>, C<Mask>, C<Handler> (which its configuration names where Perl is in
httpd, instead of mod_cgi's), and requests. A request marked C<WRITE> changes something, and
is sent only where C<MEHARI_THROWAWAY> says that this root is thrown away.

=cut
