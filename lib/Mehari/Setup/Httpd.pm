package Mehari::Setup::Httpd;

# httpd's configuration of a site: a whole one, or a file for the system's
# httpd.
# Each line has its reason above it.

use Mehari::Perl;

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

# The file for Debian's sites-available and Red Hat's conf.d. The rest is in the
# system's own files. The system's other sites still work when mehari's package
# is removed.
sub shared_site ($class, $site) {
    my $name  = $site->name;
    my $inner = join "\n", limits('    '),
        logs($site->is_debian ? '${APACHE_LOG_DIR}' : 'logs',
        $name . '-', '    '),
        place($site, '    '), status($site, '    ');
    my $served = pool($site) . virtual_host($site, $inner);
    return
          head($site)
        . ($site->is_first_host ? what_was_there($site) : '')
        . "<IfDirective PerlPool>\n\n"
        . indented('    ', $served)
        . "\n</IfDirective>\n"
        . without_mehari($site);
}

sub what_was_there ($site) {
    return <<~"CONF";

        # This virtual host has the settings of the server itself, and answers
        # for all names that no other site has. Without it, the site itself
        # would answer for those names.
        <VirtualHost *:${\$site->port}>
        </VirtualHost>

        CONF
}

sub virtual_host ($site, $inner) {
    return <<~"CONF";
        <VirtualHost *:${\$site->port}>
            # The name that browsers ask for. The first site of a port also
            # answers for all names that no other site has.
            ServerName ${\$site->server_name}

        $inner</VirtualHost>
        CONF
}

sub without_mehari ($site) {
    return <<~"CONF";

        # Without mehari, for example when its package is removed, httpd goes on
        # with its other sites, and refuses every request for this one.
        <IfDirective !PerlPool>
            <VirtualHost *:${\$site->port}>
                ServerName ${\$site->server_name}
                <Location "/">
                    Require all denied
                </Location>
            </VirtualHost>
        </IfDirective>
        CONF
}

sub head ($site) {
    my $name = $site->name;
    return <<~"CONF";
        # The site $name, written by "mehari setup". You may change this file:
        # mehari replaces it only with --force.
        # "mehari explain MH3064" explains a message of the error log.
        # httpd's directives: https://httpd.apache.org/docs/2.4/
        CONF
}

sub basics ($site) {
    my $types = -f '/etc/mime.types' ? '/etc/mime.types' : 'conf/mime.types';
    my $user  = '';
    $user = <<~"CONF" if $site->by_root;

        # Requests are answered as this user. Only the first process stays root,
        # because it opens the port and starts the pool.
        User ${\$site->httpd_user}
        Group ${\$site->httpd_user}
        CONF
    return <<~"CONF" . $user;
        # Relative paths in this file begin here.
        ServerRoot "${\$site->root}"

        # Log rotation reads the process id; locks and shared memory are in run.
        PidFile "run/httpd.pid"
        DefaultRuntimeDir "run"

        # The port, on all addresses. Behind a proxy on this machine, write
        # "127.0.0.1:" before it, because then only the proxy can reach it.
        Listen ${\$site->port}

        # The name in redirects that httpd makes by itself.
        ServerName ${\$site->server_name}

        # The content types of files, by their extension.
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
        # Only the modules that this file needs. mpm_event serves many
        # connections with few threads; Perl runs in the pool.
        $why$load
        # mehari, which runs Perl.
        LoadModule perl_module ${\quoted($perl)}
        CONF
}

# Refuses all files that no section allows.
sub defences () {
    return <<~'CONF' . limits('');
        # httpd serves only files that a section below allows, and reads no
        # .htaccess file.
        <Directory "/">
            Require all denied
            AllowOverride None
            Options None
        </Directory>

        # Hide versions in headers and error pages, and refuse TRACE.
        ServerTokens Prod
        ServerSignature Off
        TraceEnable Off

        # The most requests at a time. It is larger than the pool's concurrency
        # plus its queue, so that clients get a 503 when the queue is full.
        ServerLimit 4
        ThreadsPerChild 64
        MaxRequestWorkers 256

        # Limits in seconds: for a client that sends or reads nothing, for a
        # pause between two requests of a connection, and for requests under way
        # when httpd stops or restarts.
        Timeout 60
        KeepAliveTimeout 5
        GracefulShutdownTimeout 30

        CONF
}

sub limits ($indent) {
    return indented($indent, <<~'CONF');
        # The largest request body, in bytes (10 MiB). Raise it if users upload
        # larger files.
        LimitRequestBody 10485760

        # A client must send its headers within 20 to 40 seconds, and its body
        # at 500 bytes a second, so that slow clients do not take all threads.
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
        # end. "mehari check --log" can repeat these requests with a copy of
        # the site.
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
        ? "\n# They run as httpd's user. For a user of their own, write:\n"
        . "# PerlPool $name user=NAME\n"
        : '';
    return <<~"CONF" . $as;
        # The processes that run this site's Perl. At most 16 requests run at a
        # time and 128 wait. Further requests get 503 with Retry-After.
        PerlPool $name concurrency=16 queue=128

        # mehari ends a request that runs for more than 60 seconds, and logs its
        # Perl stack. No process can have more than 512 MiB of data.
        PerlPool $name request-timeout=60 memory=512M
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
        # The address / is this folder of scripts and of files beside them.
        DocumentRoot $dir
        <Directory $dir>
            # Everyone may use the site, and scripts may run.
            Require all granted
            Options ExecCGI FollowSymLinks
            AllowOverride None
            # The first of these files answers if an address names a folder.
            DirectoryIndex index.pl index.cgi index.html
            # Scripts run in this pool, each request in a process of its own.
            PerlUsePool ${\$site->name}
            # Refuse all files that no section below allows: modules, data,
            # configuration.
            <FilesMatch ".">
                Require all denied
            </FilesMatch>
            # Run scripts. For a script without such an extension, add its
            # name: "\\.(?:pl|cgi)\$|^name\$".
            <FilesMatch "\\.(?:pl|cgi)\$">
                Require all granted
                SetHandler perl-cgi
            </FilesMatch>
            # Send these files as they are.
            <FilesMatch "\\.(?:$STATIC)\$">
                Require all granted
            </FilesMatch>
        </Directory>

        # Hide lib, hidden folders and hidden files. For the folders this needs
        # Redirect, because the sections above would override a Require.
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
        # The PSGI application answers all requests, in workers of the pool,
        # which keep it loaded. Its modules are in lib beside it.
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
        # The status page, for "mehari top", a browser or Prometheus. Because it
        # shows paths and errors, only this machine may see it. To allow others,
        # add lines such as "Require ip 192.0.2.0/24" below "Require local". The
        # expression refuses requests that come through a proxy, because the
        # client of a proxy on this machine may be anywhere.
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
