package Mehari::Serve::Config;

# The part of httpd's configuration that is ours: the URL spaces, the pages,
# the logs that the pages read.

use v5.36;

use Config ();

use Mehari::Serve::Context;
use Mehari::Serve::Message;
use Mehari::Serve::Runs;

my $ASSET = '\.(?:css|js|png|jpe?g|gif|svg|ico|webp|woff2?)$';

# What is never served, below the served directory.
my $HIDDEN = '(?:(?:lib|handlers|CVS|node_modules)/|(?:.*/)?\.)';

my %PAGES = ('^/$' => 'index', '^/mehari/error$' => 'error');

sub modules ($class, $mpm) {
    return ($mpm eq 'prefork' ? 'cgi' : 'cgid', 'unique_id');
}

# module, mpm, workers (Perl processes that stay), perl (a directory in which
# our Perl code is found, and no other module), pages (the directory of the
# pages).
sub text ($class, $context, %option) {
    my @spaces = map {
        $_->{kind} eq 'script'
            ? script_space($context, $_)
            : handler_space($_)
    } $context->modes;
    return join "\n", server(), perl($context, $option{perl}),
        workers($context, @option{qw(mpm workers)}),
        hidden($context),
        pages($context, $option{module}, $option{pages}), @spaces;
}

sub server () {
    return <<~"CONF";
    # What scripts leave in their temporary directory goes with the server.
    SetEnv TMPDIR "\${ROOT}/tmp"

    ErrorLogFormat "$Mehari::Serve::Message::FORMAT"
    CustomLog "logs/runs_log" "$Mehari::Serve::Runs::FORMAT"

    # Mapping and unmapping a file costs more than to read it where one process
    # has many threads.
    EnableMMAP Off

    AddType image/webp webp
    AddType image/x-icon ico
    AddType font/woff woff
    AddType font/woff2 woff2

    <Directory "/">
        AllowOverride None
        Options FollowSymLinks
        Require all granted
    </Directory>
    CONF
}

# Only for modes whose Perl stays.
sub perl ($context, $perl) {
    my @modes    = grep { $_->{stays} } $context->modes or return ();
    my @inc      = ($perl, $context->site->handler_dirs);
    my $switches = join ' ',
        map { Mehari::Serve::Context::quoted("-I$_") } @inc;
    my @classes = sort grep { defined } map { $_->{class} } @modes;
    push @classes, 'Mehari::Serve::HandlerGate'
        if grep { $_->{kind} eq 'handler' } @modes;
    return <<~"CONF";
    PerlSwitches $switches
    PerlModule @classes
    PerlSetEnv TMPDIR "\${ROOT}/tmp"
    ${\$context->directives('PerlSetVar')}
    CONF
}

# What would run inside httpd runs in workers where that has threads.
sub workers ($context, $mpm, $workers) {
    return ()
        if $mpm eq 'prefork' || !grep { $_->{stays} } $context->modes;
    return "PerlPool default workers=$workers reload=on\n"
        . "PerlUsePool default\n";
}

# A served directory holds more than scripts.
sub hidden ($context) {
    return () if defined $context->site->handler;
    my $dir = $context->site->dir;
    my $pattern
        = Mehari::Serve::Context::quoted('^' . quotemeta($dir) . "/$HIDDEN");
    my $quoted = Mehari::Serve::Context::quoted($dir);
    return <<~"CONF";
    <DirectoryMatch $pattern>
        Redirect 404
    </DirectoryMatch>
    <Directory $quoted>
        <FilesMatch "^\\.">
            Redirect 404
        </FilesMatch>
    </Directory>
    CONF
}

# The pages are CGI scripts, so that httpd needs no Perl for them. They are told
# what they have to know, and the scripts that are served are not.
sub pages ($context, $module, $dir) {
    my $handler = $module eq 'mehari' ? 'perl-cgi' : 'cgi-script';
    my $quoted  = Mehari::Serve::Context::quoted($dir);
    my @alias   = map {
        my $file = Mehari::Serve::Context::quoted("$dir/$PAGES{$_}.pl");
        qq(AliasMatch "$_" $file\n)
    } sort keys %PAGES;
    return join '', @alias, <<~"CONF";
    <Directory $quoted>
        SetHandler $handler
        Options +ExecCGI
        ${\$context->directives('SetEnv')}
    </Directory>
    ErrorDocument 403 /mehari/error
    ErrorDocument 404 /mehari/error
    ErrorDocument 500 /mehari/error
    CONF
}

# name => text of the scripts in the directory of the pages.
sub page_scripts ($class, $perl) {
    my %class = (
        index => 'Mehari::Serve::Index',
        error => 'Mehari::Serve::ErrorPage',
    );
    my $lib = $perl =~ s/([\\'])/\\$1/gr;
    return map {
        (         "$_.pl" => "#!$Config::Config{perlpath}\n"
                . "use lib '$lib';\nuse $class{$_};\n$class{$_}->answer;\n")
    } keys %class;
}

# Scripts are run, assets are sent, and nothing else is shown. What has no
# extension is a script when its first line names perl. httpd looks at the <If>
# sections twice, and has no file name yet at the first time.
sub script_space ($context, $mode) {
    my $space = "/$mode->{name}/";
    my $name  = $context->site->script // '';
    my ($url, $dir)
        = map { Mehari::Serve::Context::quoted($_) } "$space$name",
        $context->site->dir . "/$name";
    my $perl = defined $mode->{class} ? <<~"CONF" : '';
        PerlResponseHandler $mode->{class}
        PerlOptions +ParseHeaders
    CONF
    my $nph = defined $mode->{class} ? <<~"CONF" : '';
    <LocationMatch "^$space(.*/)?nph-[^/]*">
        PerlOptions -ParseHeaders
    </LocationMatch>
    CONF
    return <<~"CONF" . $nph;
    Alias $url $dir
    <Location "$space">
        SetHandler $mode->{set}
        Options +ExecCGI
    $perl    <If "-n %{REQUEST_FILENAME} && ! -f %{REQUEST_FILENAME}">
            Redirect 404
        </If>
        <ElseIf "%{REQUEST_FILENAME} =~ m#$ASSET#i">
            SetHandler default-handler
        </ElseIf>
        <ElseIf "-n %{REQUEST_FILENAME} && \\
            %{REQUEST_FILENAME} !~ m#\\.(?:pl|cgi)\$# && \\
            ! (file(%{REQUEST_FILENAME}) =~ m%^\\#![^\\n]*\\bperl%)">
            Redirect 404
        </ElseIf>
    </Location>
    CONF
}

sub handler_space ($mode) {
    return <<~"CONF";
    <Location "/$mode->{name}/">
        SetHandler $mode->{set}
        PerlResponseHandler Mehari::Serve::HandlerGate
    </Location>
    CONF
}

1;

__END__

=head1 NAME

Mehari::Serve::Config - the httpd configuration of mehari serve

=head1 SYNOPSIS

  my $text = Mehari::Serve::Config->text($context,
      module => 'mehari', perl => $dir, pages => "$root/pages");

=cut
