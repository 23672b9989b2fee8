package Mehari::Test::Cgi::Server;

# One of the two servers: the script tree, a handler, and its logs.

use Mehari::Perl;
use Fcntl       qw(F_SETFD FD_CLOEXEC);
use Time::HiRes qw(sleep time);

use Mehari::Test qw(server);

# The seconds to wait for a log line. One that comes later would be taken for that
# of the next request, and a second of a script is half a minute where many share
# a processor.
my $PATIENCE = 60;

# The modules of a host of CGI programs.
my @MODULES = qw(
    actions auth_basic authn_core authn_file authz_host authz_user headers
    include rewrite
);

# The lines which make a handler run the scripts.
my %LINES = (
    PerlRun  => registry_lines('ModPerl::PerlRun'),
    Registry => registry_lines('ModPerl::Registry'),
);

sub registry_lines ($class) {
    return <<~"CONF";
        SetHandler perl-script
        PerlResponseHandler $class
        PerlOptions +ParseHeaders
        CONF
}

# tree, handler, mpm ('prefork', 'event'), http2, cases; pool: keys of the pool
sub start ($class, %option) {
    be_a_plain_process();
    my $plain   = $option{handler} eq 'cgi-script';
    my $prefork = $option{mpm} eq 'prefork';
    my @modules = (@MODULES, $prefork ? 'cgi' : 'cgid');
    push @modules, 'http2' if $option{http2};
    my $httpd = server(
        mpm           => $option{mpm},
        module        => $plain ? undef : 'mehari',
        modules       => \@modules,
        document_root => $option{tree},
        workers       => 8,
        env           => { CGI_PASSED => 'passed on; "as it is"' },
        config        => config_text(%option),
    );
    my $self = bless {
        httpd   => $httpd,
        handler => $option{handler},
    }, $class;
    return $self->when_ready;
}

# Waits for the last of the lines that httpd logs about its start, its command
# line: none of them belongs to a request.
sub when_ready ($self) {
    my $end = time + $PATIENCE;
    while (time < $end) {
        last if $self->{httpd}->error_log =~ /Command line: .*\n/;
        sleep 0.005;
    }
    return $self;
}

# Keeps from httpd the descriptors that someone has left open, and restores signals
# that a shell ignores for jobs in the background: mod_cgi would hand both on to its
# scripts.
sub be_a_plain_process () {
    state @kept;    # closed with the handle otherwise
    $SIG{$_} = 'DEFAULT' for qw(INT QUIT PIPE XFSZ);
    for my $fd (map { m{(\d+)\z} } glob '/proc/self/fd/*') {
        next if $fd < 3 || !open my $handle, '<&=', $fd;
        fcntl $handle, F_SETFD, FD_CLOEXEC;
        push @kept, $handle;
    }
    return;
}

# Both servers have the same name and port in their answers, whatever ports they
# listen on.
sub config_text (%option) {
    my $handler = $LINES{ $option{handler} }
        // "SetHandler $option{handler}\n";
    my $keys = $option{pool} // '';
    $keys .= " restore=$ENV{MEHARI_RESTORE}" if $ENV{MEHARI_RESTORE};
    my $pool
        = $keys && $option{handler} eq 'perl-cgi'
        ? "PerlPool default $keys\n"
        : '';
    my $protocols = $option{http2} ? "Protocols h2c http/1.1\n" : '';
    my $cases     = join '', map {
        my $text = $_->text('conf');
        defined $text ? $_->filled($text, $option{handler}) : '';
    } @{ $option{cases} };
    return <<~"CONF";
        ServerName cgi.test:80
        UseCanonicalName On
        ServerTokens Minimal
        ServerAdmin webmaster\@cgi.test
        KeepAliveTimeout 60
        ErrorLogFormat "[%l] [%-E] %M% ,\\ referer:\\ %{Referer}i"
        $protocols
        $pool
        <Directory "\${DOCUMENT_ROOT}">
            Options ExecCGI FollowSymLinks Includes
            AllowOverride All
            Require all granted
            $handler
        </Directory>
        <FilesMatch "\\.(?:txt|html|png)\$">
            SetHandler none
        </FilesMatch>
        <FilesMatch "\\.shtml\$">
            SetHandler none
            ForceType text/html
            SetOutputFilter INCLUDES
        </FilesMatch>
        $cases
        CONF
}

sub port    ($self) { return $self->{httpd}->port }
sub stop    ($self) { return $self->{httpd}->stop }
sub handler ($self) { return $self->{handler} }

sub mark ($self) { return $self->{mark} = $self->{httpd}->error_log_mark }

# True with mod_cgid, which lets a script write to the log itself.
sub logs_stderr_raw ($self) { return $self->{httpd}{mpm} ne 'prefork' }

# Waits for the line of the access log. httpd writes it when it is done with a
# request, and has logged by then all that the script said.
sub access_line ($self) {
    my $log  = $self->{access_log} //= $self->open_access_log;
    my $end  = time + $PATIENCE;
    my $text = '';
    while (time < $end) {
        seek $log, 0, 1;    # it may have grown since its end was seen
        $text .= do { local $/ = undef; <$log> }
            // '';
        return $text if $text =~ /\n\z/;
        sleep 0.0005;
    }
    return "no line in the access log\n";
}

sub open_access_log ($self) {
    my $file = $self->{httpd}->root . '/logs/access_log';
    open my $log, '<:raw', $file or die "Cannot read $file: $!.\n";
    return $log;
}

sub log_since_mark ($self) {
    return $self->{httpd}->error_log_since($self->{mark});
}

1;
