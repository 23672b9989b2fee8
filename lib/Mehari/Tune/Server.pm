package Mehari::Tune::Server;

# A throw-away httpd that serves a directory with one setting.

use Mehari::Perl;

use Mehari::Httpd;
use Mehari::Httpd::Config;

# Threads of httpd, in which requests wait: more than the largest load that is
# tried.
my $THREADS = 64;

# A pool's default of the requests that a worker serves.
my $POOL_REQUESTS = 10_000;

# Options: site (Mehari::Serve::Site), mode (a row of Mehari::Serve::Mode), mpm.
sub new ($class, %option) {
    return bless {%option}, $class;
}

# True if Perl runs outside of httpd's own processes.
sub is_pooled ($self) {
    return $self->{mpm} ne 'prefork' || !$self->{mode}{stays};
}

sub workers_key ($self) {
    return
         !$self->is_pooled     ? 'MaxRequestWorkers'
        : $self->{mode}{stays} ? 'workers'
        :                        'concurrency';
}

# Started. A setting has processes, requests (0: no limit), spare (all or few),
# threads.
sub start ($self, $setting) {
    my $httpd = Mehari::Httpd->new(
        module     => 'mehari',
        mpm        => $self->{mpm},
        modules    => [],
        workers    => $self->httpd_workers($setting),
        access_log => 0,
        log_level  => 'error',
        $self->{site}->httpd_user,
        config => $self->config($setting),
    );
    return $httpd->start;
}

sub httpd_workers ($self, $setting) {
    return $setting->{processes} if !$self->is_pooled;
    return $setting->{threads} // $THREADS;
}

# Path of each script or handler that is served.
sub paths ($self) {
    my %handler = $self->{site}->handlers;
    my @names
        = $self->{mode}{kind} eq 'script'
        ? $self->{site}->scripts
        : sort keys %handler;
    return
        map { '/tune/' . s{([^\w./:-])}{sprintf '%%%02X', ord $1}ger } @names;
}

sub config ($self, $setting) {
    return join '', common(), $self->perl, $self->space,
        $self->is_pooled ? $self->pool($setting) : prefork($setting);
}

sub common () {
    return <<~'CONF';
        <Directory "/">
            AllowOverride None
            Options FollowSymLinks
            Require all granted
        </Directory>
        EnableMMAP Off
        SetEnv TMPDIR "${ROOT}/tmp"
        CONF
}

sub perl ($self) {
    return '' if !$self->{mode}{stays};
    my @inc     = $self->{site}->handler_dirs;
    my $text    = qq(PerlSetEnv TMPDIR "\${ROOT}/tmp"\n);
    my @modules = $self->{mode}{class} // $self->packages;
    $text .= 'PerlSwitches ' . Mehari::Httpd::Config::quoted("-I$_") . "\n"
        for @inc;
    return $text . "PerlModule @modules\n";
}

sub packages ($self) {
    my %handler = $self->{site}->handlers;
    return sort keys %handler;
}

sub space ($self) {
    my $mode = $self->{mode};
    return join '', map { handler_space($mode, $_) } $self->packages
        if $mode->{kind} eq 'handler';
    my $dir  = Mehari::Httpd::Config::quoted($self->{site}->dir . '/');
    my $perl = defined $mode->{class} ? <<~"CONF" : '';
        PerlResponseHandler $mode->{class}
        PerlOptions +ParseHeaders
        CONF
    return <<~"CONF";
        Alias "/tune/" $dir
        <Location "/tune/">
        SetHandler $mode->{set}
        Options +ExecCGI
        $perl</Location>
        CONF
}

sub handler_space ($mode, $package) {
    return <<~"CONF";
        <Location "/tune/$package">
        SetHandler $mode->{set}
        PerlResponseHandler $package
        </Location>
        CONF
}

# Under prefork, a kept connection occupies a process.
sub prefork ($setting) {
    my $few = $setting->{spare} && $setting->{spare} eq 'few';
    my $text
        = "KeepAlive Off\n"
        . 'MaxConnectionsPerChild '
        . ($setting->{requests} // 0) . "\n";
    return $text if !$few;
    return "${text}StartServers 1\nMinSpareServers 1\nMaxSpareServers 2\n";
}

sub pool ($self, $setting) {
    my $key  = $self->workers_key;
    my $text = "PerlPool default threads=10000 $key=$setting->{processes}";
    my $requests = $setting->{requests} || $POOL_REQUESTS;
    $text .= " requests=$requests" if $self->{mode}{stays};
    return "$text\nPerlUsePool default\n";
}

1;

__END__

=head1 NAME

Mehari::Tune::Server - a server to try settings on

=head1 METHODS

=over

=item new(site => $site, mode => \%mode, mpm => $name)

=item start(\%setting)

A started L<Mehari::Httpd>. A setting has C<processes>, and may have
C<requests>, C<spare> (C<few>; else all processes are there) and C<threads>.

=item paths

The paths that can be requested.

=item is_pooled, workers_key

True if Perl runs in a pool; the name of its number of processes.

=back

=cut
