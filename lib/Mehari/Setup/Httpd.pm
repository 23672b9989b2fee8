package Mehari::Setup::Httpd;

# httpd's configuration of a site: a whole one, or a site file for Debian. Each
# line has its reason above it.

use v5.36;

use Mehari::Httpd ();
use Mehari::Httpd::Config
    qw(has_module load_modules module_file quoted static_modules);

# The modules that the configuration uses, and why.
my @MODULES = (
    [ log_config => 'CustomLog' ],
    [ authz_core => 'Require' ],
    [ authz_host => 'Require local, Require ip' ],
    [ mime       => 'the types of files' ],
    [ dir        => 'the index of a folder' ],
    [ alias      => 'Redirect' ],
    [ env        => 'SetEnv, PassEnv' ],
    [ setenvif   => 'BrowserMatch, SetEnvIf' ],
    [ reqtimeout => 'RequestReadTimeout' ],
    [ unixd      => 'User, Group' ],
);

my $STATIC = 'css|js|mjs|html?|png|jpe?g|gif|svg|ico|webp|woff2?|pdf';

# The whole configuration of an httpd with a ServerRoot of its own.
sub whole ($class, $site) {
    return join "\n", head($site), basics($site), modules($site),
        defences(), logs('logs', ''), pool($site), place($site, ''),
        status($site, '');
}

# For /etc/apache2/sites-available: the rest is in Debian's own files.
sub debian_site ($class, $site) {
    my $name  = $site->name;
    my $inner = join "\n",
        limits('    '), logs('${APACHE_LOG_DIR}', $name . '-', '    '),
        place($site, '    '), status($site, '    ');
    return head($site) . pool($site) . <<~"CONF";

        <VirtualHost *:${\$site->port}>
            # The name that browsers ask for. The first site of a port also
            # answers for all names that no other site has.
            ServerName ${\$site->server_name}

        $inner</VirtualHost>
        CONF
}

sub head ($site) {
    my $name = $site->name;
    return <<~"CONF";
        # The site $name, written by "mehari setup". It is yours to change:
        # mehari does not write it again unless you say --force.
        # "mehari explain MH3064" explains a message of the error log;
        # https://httpd.apache.org/docs/2.4/ has httpd's directives.

        CONF
}

sub basics ($site) {
    my $types = -f '/etc/mime.types' ? '/etc/mime.types' : 'conf/mime.types';
    my $user  = '';
    $user = <<~'CONF' if $site->by_root;

        # The user who answers requests. Only the first process stays root: it
        # opens the port and starts the pool.
        User www-data
        Group www-data
        CONF
    return <<~"CONF" . $user;
        # Relative names below start here.
        ServerRoot "${\$site->root}"

        # The process id, for log rotation; locks and shared memory.
        PidFile "run/httpd.pid"
        DefaultRuntimeDir "run"

        # The port, on all addresses. Behind a proxy on this machine, write the
        # address 127.0.0.1 and a colon before it.
        Listen ${\$site->port}

        # The name in redirects that httpd makes by itself.
        ServerName ${\$site->server_name}

        # The type of a file, by the end of its name.
        TypesConfig "$types"
        CONF
}

sub modules ($site) {
    my $static = static_modules($site->httpd);
    my @wanted
        = grep { !$static->{ $_->[0] } && has_module($_->[0]) } @MODULES;
    my $why  = join '', map { sprintf "#   %-11s %s\n", @$_ } @wanted;
    my $load = load_modules($site->httpd, 'event', map { $_->[0] } @wanted);
    my $perl = module_file('mehari');
    return <<~"CONF";
        # This configuration's modules, and no other. mpm_event serves many
        # connections with few threads; Perl runs in the pool.
        $why$load
        # mehari.
        LoadModule perl_module ${\quoted($perl)}
        CONF
}

# A file that is not asked for is not served.
sub defences () {
    return <<~'CONF' . limits('');
        # Nothing of the file system is served unless a section below allows it,
        # and no .htaccess file is read.
        <Directory "/">
            Require all denied
            AllowOverride None
            Options None
        </Directory>

        # No versions in headers and error pages; no TRACE.
        ServerTokens Prod
        ServerSignature Off
        TraceEnable Off

        # The number of requests under way at once: more than the pool runs
        # (concurrency) and lets wait (queue), so that clients see its 503.
        ServerLimit 4
        ThreadsPerChild 64
        MaxRequestWorkers 256

        # Seconds: to send or receive anything; to wait for the next request of
        # a connection; for requests under way when httpd ends or restarts.
        Timeout 60
        KeepAliveTimeout 5
        GracefulShutdownTimeout 30

        CONF
}

sub limits ($indent) {
    return indented($indent, <<~'CONF');
        # The largest body of a request, in bytes (10 MiB). Raise it where users
        # upload files.
        LimitRequestBody 10485760

        # A client has to send its headers within 20 to 40 seconds, and its body
        # at 500 bytes a second: slow clients do not keep all threads.
        <IfModule reqtimeout_module>
            RequestReadTimeout header=20-40,MinRate=500 body=20,MinRate=500
        </IfModule>
        CONF
}

sub logs ($dir, $prefix, $indent = '') {
    my $level
        = $indent eq '' ? "LogLevel warn perl:notice\n" : "LogLevel warn\n";
    return indented($indent, <<~"CONF");
        # Errors, and the STDERR of scripts.
        ErrorLog "$dir/${prefix}error.log"
        $level
        # One line for each request, with its duration in microseconds at the
        # end. "mehari check --log" can send them again to a copy of the site.
        LogFormat "%h %l %u %t \\"%r\\" %>s %b \\"%{Referer}i\\" \\
            \\"%{User-Agent}i\\" %D" mehari_combined
        CustomLog "$dir/${prefix}access.log" mehari_combined
        CONF
}

sub pool ($site) {
    my $name = $site->name;
    my $user = $site->user;
    my $as
        = defined $user
        ? "\n# They run as $user, who cannot read httpd's memory and keys.\n"
        . "PerlPool $name user=$user\n"
        : $site->by_root
        ? "# They run as httpd's user; user=NAME gives them one of their own.\n"
        : '';
    return <<~"CONF";
        # The processes that run this site's Perl. At most 16 requests run at
        # once and 128 wait; further ones get 503 with Retry-After.
        PerlPool $name concurrency=16 queue=128

        # A request that runs for longer than 60 seconds is ended, and its Perl
        # stack logged. No process has more than 512 MiB of data.
        PerlPool $name request-timeout=60 memory=512M
        $as
        CONF
}

sub place ($site, $indent) {
    return indented($indent,
        defined $site->scripts ? scripts($site) : application($site));
}

sub scripts ($site) {
    my $dir = quoted($site->folder);
    my $hidden
        = quoted('^' . quotemeta($site->folder) . '/(?:lib/|(?:.*/)?\.)');
    return <<~"CONF";
        # The scripts, and files beside them, from the address / on.
        DocumentRoot $dir
        <Directory $dir>
            # May be asked for, by everyone; programs may run.
            Require all granted
            Options ExecCGI FollowSymLinks
            AllowOverride None
            # The first of these that exists answers for a folder.
            DirectoryIndex index.pl index.cgi index.html
            # In this pool, each request in a process of its own.
            PerlUsePool ${\$site->name}
            # Modules, data, configuration: no other file is served.
            <FilesMatch ".">
                Require all denied
            </FilesMatch>
            # Scripts are run. Add a name here to run what has no such end.
            <FilesMatch "\\.(?:pl|cgi)\$">
                Require all granted
                SetHandler perl-cgi
            </FilesMatch>
            # These are sent as they are.
            <FilesMatch "\\.(?:$STATIC)\$">
                Require all granted
            </FilesMatch>
        </Directory>

        # Nothing in lib and in hidden folders is, nor a hidden file. It does
        # not say Require, which the sections above would override.
        <DirectoryMatch $hidden>
            Redirect 404
        </DirectoryMatch>
        <FilesMatch "^\\.">
            Require all denied
        </FilesMatch>
        CONF
}

sub application ($site) {
    my ($app, $lib) = map { quoted($_) } $site->app,
        '-I' . $site->folder . '/lib';
    return <<~"CONF";
        # The PSGI application answers for all addresses, in workers of the pool
        # that keep it loaded. Its modules are in lib beside it.
        PerlSwitches $lib
        <Location "/">
            Require all granted
            SetHandler perl-psgi
            PerlPsgiApp $app unmapped
            PerlUsePool ${\$site->name}
        </Location>
        CONF
}

sub status ($site, $indent) {
    my $more = join '', map { "    Require ip $_\n" } $site->from;
    return indented($indent, <<~"CONF");
        # The work of pools and scripts, for "mehari top", a browser or
        # Prometheus. As it shows paths and errors, only these may see it: add
        # more below "Require local", such as "Require ip 192.0.2.0/24". A proxy
        # on this machine is not taken for its clients.
        <Location "/mehari-status">
            SetHandler mehari-status
            <RequireAll>
                Require expr "-z %{HTTP:X-Forwarded-For} && \\
                    -z %{HTTP:Forwarded} && -z %{HTTP:Via}"
                <RequireAny>
                    Require local
        ${\indented(' ' x 8, $more)}        </RequireAny>
            </RequireAll>
        </Location>
        CONF
}

sub indented ($indent, $text) { return $text =~ s/^(?=.)/$indent/gmr }

1;

__END__

=head1 NAME

Mehari::Setup::Httpd - httpd's configuration of a site that is set up

=head1 SYNOPSIS

    print Mehari::Setup::Httpd->whole($site);

=cut
