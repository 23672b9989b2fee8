package Mehari::Serve::Config;

# mehari serve's part of httpd's configuration: the URL spaces, the pages, and
# the logs that the pages read.

use Mehari::Perl;

use Config         ();
use File::Basename qw(dirname);

use Mehari::Httpd::Config qw(quoted);
use Mehari::Serve::Changes;
use Mehari::Serve::Message;
use Mehari::Serve::Runs;

my $COMBINED
    = quoted('%h %l %u %t "%r" %>s %b "%{Referer}i" "%{User-Agent}i"');

my $ASSET = '\.(?:css|js|png|jpe?g|gif|svg|ico|webp|woff2?)$';

# Paths below the served directory that are never served.
my $HIDDEN = '(?:(?:lib|handlers|CVS|node_modules)/|(?:.*/)?\.)';

sub modules ($class, $mpm, $https = 0) {
    return (
        $mpm eq 'prefork' ? 'cgi' : 'cgid',
        qw(unique_id authz_host),
        $https ? 'ssl' : ()
    );
}

# Parts that the command's options add: TLS, and a log.
sub outside ($class, $option) {
    my $text = '';
    $text .= tls($option->{certificate}->file) if $option->{https};
    $text .= 'CustomLog ' . quoted($option->{access_log}) . " $COMBINED\n"
        if defined $option->{access_log};
    return $text;
}

# Key and certificate are in one file. A script that asks mod_ssl finds HTTPS in
# its environment.
sub tls ($file) {
    my $quoted = quoted($file);
    return <<~"CONF";
    SSLEngine On
    SSLCertificateFile $quoted
    SSLProtocol -all +TLSv1.2 +TLSv1.3
    SSLOptions +StdEnvVars
    LogLevel ssl:error
    CONF
}

# module, mpm, workers (Perl processes that stay), perl (a directory in which
# our Perl code is found, and no other module), pages (the directory of the
# pages).
sub text ($class, $context, %option) {
    my $pool   = in_pool($option{mpm});
    my @spaces = map {
        $_->{kind} eq 'script'
            ? script_space($context, $_, $pool)
            : handler_space($_, $pool)
    } $context->modes;
    return join "\n", server(), perl($context, $option{perl}),
        workers(@option{qw(module mpm workers)}),
        hidden($context), @spaces, page_addresses($context, $option{pages}),
        $context->site->examples->config,
        pages($context, @option{qw(module pages)}), status($option{module});
}

# An application of PSGI at the root. Its modules are beside it, in lib. Behind
# its section are the pages, whose URLs are below its own.
sub application ($class, $context, $file, $workers, $dir) {
    my ($app, $lib) = map { quoted($_) } $file,
        '-I' . dirname($file) . '/lib';
    return join "\n", server(), <<~"CONF", error_address($dir),
        PerlSwitches $lib
        PerlPool default workers=$workers threads=10000 reload=on
        <Location "/">
            SetHandler perl-psgi
            PerlPsgiApp $app unmapped
        </Location>
        CONF
        pages($context, 'mehari', $dir), status('mehari');
}

sub server () {
    my $others = "expr=%{REQUEST_URI} != '$Mehari::Serve::Changes::URL'";
    return <<~"CONF";
    # Files that scripts leave in their temporary directory go with the server.
    SetEnv TMPDIR "\${ROOT}/tmp"

    ErrorLogFormat "$Mehari::Serve::Message::FORMAT"
    # Leaves out the requests that the pages repeat.
    CustomLog "logs/runs_log" "$Mehari::Serve::Runs::FORMAT" "$others"

    # In a process with many threads, mapping a file costs more than reading it.
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

# Configuration for Perl that stays: that of the modes, and of examples.
sub perl ($context, $perl) {
    my @modes = grep { $_->{stays} } $context->modes;
    my $tmp   = qq(PerlSetEnv TMPDIR "\${ROOT}/tmp"\n);
    return $context->site->examples->served ? $tmp : () unless @modes;
    my @inc      = ($perl, $context->site->handler_dirs);
    my $switches = join ' ', map { quoted("-I$_") } @inc;
    my @classes  = sort grep { defined } map { $_->{class} } @modes;
    push @classes, 'Mehari::Serve::HandlerGate'
        if grep { $_->{kind} eq 'handler' } @modes;
    return <<~"CONF";
    PerlSwitches $switches
    PerlModule @classes
    $tmp
    ${\$context->directives('PerlSetVar')}
    CONF
}

sub workers ($module, $mpm, $workers) {
    return () if $module ne 'mehari';
    return "PerlPool default workers=$workers threads=10000 reload=on\n";
}

# Directives that run handlers in workers, if httpd has threads.
sub in_pool ($mpm) { return $mpm eq 'prefork' ? '' : "PerlUsePool default\n" }

# Paths that are hidden, because a served directory holds more than scripts.
sub hidden ($context) {
    return () if defined $context->site->handler;
    my $dir     = $context->site->dir;
    my $pattern = quoted('^' . quotemeta($dir) . "/$HIDDEN");
    my $quoted  = quoted($dir);
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

# Stands before the examples, because one may map all URLs.
sub page_addresses ($context, $dir) {
    my $index = $context->site->examples->is_alone ? '' : '?';
    my $page  = quoted("$dir/index.pl");
    return qq(AliasMatch "^/(?:mehari/)$index\$" $page\n)
        . error_address($dir);
}

sub error_address ($dir) {
    my ($error_page, $changes)
        = map { quoted("$dir/$_.pl") } qw(error changes);
    return <<~"CONF";
    AliasMatch "^/mehari/error\$" $error_page
    AliasMatch "^$Mehari::Serve::Changes::URL\$" $changes
    CONF
}

# The pages are CGI scripts, so that httpd needs no Perl for them. They get
# variables that served scripts do not get.
sub pages ($context, $module, $dir) {
    my $handler = $module eq 'mehari' ? 'perl-cgi' : 'cgi-script';
    my $quoted  = quoted($dir);
    return <<~"CONF";
    <Directory $quoted>
        SetHandler $handler
        Options +ExecCGI
        ${\$context->directives('SetEnv')}
    </Directory>
    <Location "/mehari/">
        SetHandler $handler
        Require all granted
    </Location>
    ErrorDocument 403 /mehari/error
    ErrorDocument 404 /mehari/error
    ErrorDocument 500 /mehari/error
    CONF
}

sub status ($module) {
    return () if $module ne 'mehari';
    return <<~'CONF';
    <Location "/mehari-status">
        SetHandler mehari-status
        Require local
    </Location>
    CONF
}

# name => text of the scripts in the directory of the pages.
sub page_scripts ($class, $perl) {
    my %class = (
        index   => 'Mehari::Serve::Index',
        error   => 'Mehari::Serve::ErrorPage',
        changes => 'Mehari::Serve::Changes',
    );
    my $lib = $perl =~ s/([\\'])/\\$1/gr;
    return map {
        (         "$_.pl" => "#!$Config::Config{perlpath}\n"
                . "use lib '$lib';\nuse $class{$_};\n$class{$_}->answer;\n")
    } keys %class;
}

# Excludes the files of an example that configures itself, because they must not
# be served in another way.
sub not_examples ($context, $mode) {
    my @names = $context->site->examples->names or return '';
    my $names = join '|', map { s/[^\w-]/./gar } @names;
    return <<"CONF";
    <If "%{REQUEST_URI} =~ m#^/+$mode->{name}/+(?:$names)/#">
        Redirect 404
    </If>
CONF
}

# Runs scripts, sends assets, and refuses all other files. A file without an
# extension is a script when its first line names perl. httpd evaluates the <If>
# sections twice. At the first time it has no file name yet.
sub script_space ($context, $mode, $pool) {
    my $space = "/$mode->{name}/";
    my $name  = $context->site->script // '';
    my ($url, $dir)
        = map { quoted($_) } "$space$name",
        $context->site->dir . "/$name";
    my $perl = defined $mode->{class} ? <<~"CONF" : '';
        PerlResponseHandler $mode->{class}
        PerlOptions +ParseHeaders
        $pool
    CONF
    my $nph = defined $mode->{class} ? <<~"CONF" : '';
    <LocationMatch "^$space(.*/)?nph-[^/]*">
        PerlOptions -ParseHeaders
    </LocationMatch>
    CONF
    my $elsewhere = not_examples($context, $mode);
    return <<~"CONF" . $nph;
    Alias $url $dir
    <Location "$space">
        SetHandler $mode->{set}
        Options +ExecCGI
    $perl$elsewhere    <If "-n %{REQUEST_FILENAME} && ! -f %{REQUEST_FILENAME}">
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

sub handler_space ($mode, $pool) {
    return <<~"CONF";
    <Location "/$mode->{name}/">
        SetHandler $mode->{set}
        PerlResponseHandler Mehari::Serve::HandlerGate
        $pool
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
