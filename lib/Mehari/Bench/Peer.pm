package Mehari::Bench::Peer;

# Other ways to keep Perl in memory: the needs of each, its part of httpd's
# configuration, and its server, which stands behind httpd or alone.

use Mehari::Perl;
use Exporter qw(import);
use IO::Socket::INET;
use IO::Socket::UNIX;
use Time::HiRes qw(sleep time);

use Mehari::Httpd::Config  ();
use Mehari::Httpd::Process qw(spawn watch dismiss reap end_group group_pids);

our @EXPORT_OK = qw(peer_problem peer_modules);

# modules: httpd's. program: started beside httpd. alone: clients talk to it
# without httpd. debian: what to install.
my %PEER = (
    fcgid => {
        modules => ['fcgid'],
        debian  => 'libapache2-mod-fcgid libfcgi-perl',
        perl    => 'FCGI',
    },
    uwsgi => {
        modules => [qw(proxy proxy_uwsgi)],
        program => 'uwsgi',
        debian  => 'uwsgi-core uwsgi-plugin-psgi',
    },
    starman => {
        modules => [qw(proxy proxy_http)],
        program => 'starman',
        debian  => 'starman',
    },
    uwsgihttp => {
        program => 'uwsgi',
        alone   => 1,
        debian  => 'uwsgi-core uwsgi-plugin-psgi',
    },
    starmanhttp => {
        program => 'starman',
        alone   => 1,
        debian  => 'starman',
    },
);

# A server has so many seconds to begin to listen.
my $START = 20;

# The reason why a peer cannot be measured, as one sentence; undef when it can.
sub peer_problem ($name) {
    my $peer    = $PEER{$name};
    my $dir     = Mehari::Httpd::Config::modules_dir();
    my @missing = grep { !-e "$dir/mod_$_.so" } @{ $peer->{modules} // [] };
    my $what
        = @missing ? "mod_$missing[0].so"
        : $peer->{program} && !program($peer->{program}) ? $peer->{program}
        : $peer->{perl} && !eval "require $peer->{perl}" ? $peer->{perl}
        :                                                  return undef;
    return "$name is not measured: there is no $what"
        . " (Debian: apt-get install $peer->{debian}).";
}

sub peer_modules (@names) {
    return map { @{ $PEER{$_}{modules} // [] } } @names;
}

sub program ($name) { return Mehari::Httpd::Config::find_program($name) }

# page: a file of bench/peers, without its suffix; dir: the folder of its copy,
# where files may be written; workers: the number of processes.
sub new ($class, $name, %option) {
    my $self = bless { name => $name, %option }, $class;
    $self->{socket}  = "$self->{dir}/tmp/$name.sock" if $PEER{$name}{program};
    $self->{address} = '127.0.0.1:' . free_port()    if $PEER{$name}{alone};
    return $self;
}

sub free_port () {
    my $socket = IO::Socket::INET->new(
        LocalAddr => '127.0.0.1',
        Listen    => 1,
        ReuseAddr => 1
    ) or die "There is no free port on 127.0.0.1: $!.\n";
    return $socket->sockport;
}

# The URL of a server that clients ask without httpd; undef for others.
sub url ($self, $path) {
    return undef if !defined $self->{address};
    return "http://$self->{address}$path";
}

# The part of httpd's configuration that leads /NAME/ to the page. mod_proxy
# keeps its connections to Starman; uwsgi's protocol has one for each request.
sub config ($self) {
    my $name = $self->{name};
    return ''                  if $PEER{$name}{alone};
    return $self->fcgid_config if $name eq 'fcgid';
    my $scheme = $name eq 'uwsgi' ? 'uwsgi' : 'http';
    return qq(ProxyPass "/$name/" "unix:$self->{socket}|$scheme://$name/"\n);
}

# mod_fcgid frees a process only after the response has gone out, and waits for
# a second if no process is free. So it may have twice as many processes, and
# none ends.
sub fcgid_config ($self) {
    my ($workers, $dir) = @$self{qw(workers dir)};
    my $most = 2 * $workers;
    return <<~"CONF";
        FcgidIPCDir "$dir/tmp"
        FcgidProcessTableFile "$dir/tmp/table"
        FcgidMinProcessesPerClass $most
        FcgidMaxProcessesPerClass $most
        FcgidMaxProcesses $most
        FcgidSpawnScoreUpLimit 1000
        FcgidMaxRequestsPerProcess 0
        AliasMatch "^/fcgid/" "$dir/$self->{page}.fcgi"
        <Directory "$dir">
            Require all granted
        </Directory>
        <Location "/fcgid/">
            SetHandler fcgid-script
            Options +ExecCGI
        </Location>
        CONF
}

# uWSGI keeps HTTP connections open only with this option.
sub command ($self) {
    my ($workers, $address) = ($self->{workers}, $self->{address});
    my $page   = "$self->{dir}/$self->{page}.psgi";
    my $place  = $address // $self->{socket};
    my $speaks = defined $address ? '--http11-socket'   : '--socket';
    my @user   = $> == 0          ? (www => 'www-data') : ();
    return (
        program('uwsgi'), '--plugin', 'psgi', '--master', '--die-on-term',
        '--disable-logging',
        $speaks  => $place,
        '--psgi' => $page,
        '--processes', $workers, '--listen', 100,
        @user ? ('--uid' => $user[1], '--gid' => $user[1]) : ()
    ) if $PEER{ $self->{name} }{program} eq 'uwsgi';
    return (
        program('starman'),
        '--listen'  => $place,
        '--workers' => $workers,
        '--env'     => 'deployment',
        @user ? ('--user' => $user[1], '--group' => $user[1]) : (), $page
    );
}

# Starts the server, and returns when it listens.
sub start ($self) {
    return $self if !$PEER{ $self->{name} }{program};
    my $log = "$self->{dir}/$self->{name}.log";
    my %env = (PATH => $ENV{PATH}, LANG => 'C');
    $self->{pid}      = spawn([ $self->command ], \%env, $log);
    $self->{watchdog} = watch($self->{pid}, undef);
    my $end = time + $START;
    while (time < $end && !reap($self->{pid})) {
        return $self if $self->listens;
        sleep 0.05;
    }
    die "$self->{name} does not start: " . last_line($log) . "\n";
}

# httpd's user must be able to connect, but the server does not set these rights
# itself.
sub listens ($self) {
    return defined IO::Socket::INET->new($self->{address})
        if defined $self->{address};
    my $socket = IO::Socket::UNIX->new(Peer => $self->{socket}) or return 0;
    chmod 0666, $self->{socket};
    return 1;
}

sub last_line ($log) {
    open my $in, '<', $log or return 'it said nothing.';
    my @lines = grep { /\S/ } <$in>;
    chomp @lines;
    return $lines[-1] // 'it said nothing.';
}

sub processes ($self) {
    return defined $self->{pid} ? group_pids($self->{pid}) : ();
}

sub stop ($self) {
    end_group($self->{pid}, 5) if defined $self->{pid};
    dismiss($self->{watchdog}) if defined $self->{watchdog};
    delete @$self{qw(pid watchdog)};
    return;
}

sub DESTROY ($self) {
    local ($?, $!, $@);
    $self->stop;
    return;
}

1;

__END__

=head1 NAME

Mehari::Bench::Peer - mod_fcgid, uWSGI and Starman behind httpd, or alone

=head1 SYNOPSIS

    my $peer = Mehari::Bench::Peer->new('uwsgi',
        page => 'hello', dir => $dir, workers => 8);
    my $text = $peer->config;
    $peer->start;

=head1 FUNCTIONS

=over

=item peer_problem($name)

The reason why it cannot be measured, as one sentence; undef when it can.

=item peer_modules(@names)

The modules of httpd that they need.

=back

=head1 METHODS

=over

=item new($name, page => $page, dir => $dir, workers => $n)

C<$page> is a file of F<bench/peers> without its suffix. C<$dir> is the folder
of its copy, with a folder F<tmp> for httpd's user.

=item url($path)

The address of a server without httpd; undef of one behind httpd.

=item config, start, processes, stop

Its part of httpd's configuration; and the program beside httpd, if it has one,
as a process group with that number of processes.

=back

=cut
