package Mehari::Httpd;

# A private httpd: its own ServerRoot, port and configuration.

use Mehari::Perl;
use File::Path qw(make_path remove_tree);
use File::Temp qw(tempdir);
use IO::Socket::IP;
use Scalar::Util qw(weaken);
use Time::HiRes  qw(sleep time);

use Mehari::Httpd::Config  qw(find_httpd host_in_url);
use Mehari::Httpd::Process qw(
    spawn watch dismiss reap end_group group_pids child_pids family_pids
    cpu_seconds
);

# The variables of our environment that httpd gets. PERL5LIB must not be in the
# list: prove sets it, and mod_perl would then load the Apache2::* of this
# project.
my @PASSED = qw(
    PATH TZ LD_LIBRARY_PATH TMPDIR
    ASAN_OPTIONS UBSAN_OPTIONS LSAN_OPTIONS MEHARI_CHECK_MEMORY
);

my %DEFAULT = (
    module         => undef,
    mpm            => 'prefork',
    modules        => [],
    config         => '',
    root           => undef,
    document_root  => undef,
    address        => '127.0.0.1',
    scheme         => 'http',
    port           => 0,
    workers        => 2,
    processes      => 1,
    log_level      => 'warn',
    access_log     => 1,
    defines        => [],
    env            => {},
    user           => 'www-data',
    group          => undef,
    command_prefix => [],
    perl_lib       => undef,
    start_timeout  => undef,
    keep           => $ENV{MEHARI_KEEP},
);

my $MIME_TYPES = <<~'TYPES';
    text/html                html htm
    text/plain               txt log
    text/css                 css
    text/javascript          js
    application/json         json
    application/xml          xml
    application/octet-stream bin
    image/png                png
    image/jpeg               jpg jpeg
    image/gif                gif
    image/svg+xml            svg
    TYPES

sub mime_types () { return $MIME_TYPES }

my %LIVE;    # address => weak reference: what END has to stop

sub new ($class, %option) {
    for my $name (sort keys %option) {
        exists $DEFAULT{$name}
            or die "Mehari::Httpd->new: there is no option '$name'.\n";
    }
    my $self = bless { %DEFAULT, %option, creator => $$ }, $class;
    $self->{httpd} = find_httpd();
    $self->{mpm} =~ /\A(?:prefork|event|worker)\z/
        or die "mpm => '$self->{mpm}': choose prefork, event or worker.\n";
    $self->set_defaults;
    $self->make_root;
    $LIVE{$self} = $self;
    weaken $LIVE{$self};
    return $self;
}

sub set_defaults ($self) {
    $self->{own_port} = !$self->{port};
    $self->{port} ||= $self->free_port;
    $self->{start_timeout} //= @{ $self->{command_prefix} } ? 180 : 30;
    $self->{group}         //= group_of($self->{user}) if $> == 0;
    return;
}

sub group_of ($user) {
    my $gid = (getpwnam $user)[3] // die "There is no user '$user'"
        . " for httpd to run as: name one with user => 'NAME'.\n";
    return scalar getgrgid $gid;
}

sub free_port ($self) {
    my $socket = IO::Socket::IP->new(
        LocalHost => $self->{address},
        LocalPort => 0,
        Listen    => 1,
        ReuseAddr => 1,
    ) or die "Cannot find a free port on $self->{address}: $@.\n";
    return $socket->sockport;
}

sub make_root ($self) {
    if (!defined $self->{root}) {
        $self->{root}     = tempdir('mehari-XXXXXXXX', DIR => temp_dir());
        $self->{own_root} = 1;
    }
    my $root = $self->{root};
    make_path($root);
    chmod 0755, $root if $self->{own_root};
    make_path(map { "$root/$_" } qw(conf logs run htdocs tmp));
    chmod 01777, "$root/tmp";    # httpd's user may write here
    $self->{document_root} //= "$root/htdocs";
    write_file("$root/conf/mime.types", $MIME_TYPES);
    return;
}

# A TMPDIR of mode 0700 would hide the root from the user httpd runs as.
sub temp_dir () {
    my $dir = $ENV{TMPDIR} // '/tmp';
    return $dir if $> != 0;
    my $path = '';
    for my $part (split m{/}, $dir) {
        $path .= "$part/";
        return '/tmp' if !-d $path || !((stat _)[2] & 0001);
    }
    return $dir;
}

sub write_file ($file, $text) {
    open my $out, '>', $file or die "Cannot write $file: $!.\n";
    print {$out} $text;
    close $out or die "Cannot write $file: $!.\n";
    return;
}

sub read_from ($file, $offset = 0) {
    open my $in, '<:raw', $file or return '';
    seek $in, $offset, 0;
    local $/ = undef;
    return <$in> // '';
}

# --- what it is ------------------------------------------------------------

sub port          ($self) { return $self->{port} }
sub user          ($self) { return $self->{user} }
sub root          ($self) { return $self->{root} }
sub document_root ($self) { return $self->{document_root} }
sub httpd         ($self) { return $self->{httpd} }
sub config_file   ($self) { return "$self->{root}/conf/httpd.conf" }

sub url ($self, $path = '/') {
    return
          "$self->{scheme}://"
        . host_in_url($self->{address})
        . ":$self->{port}$path";
}

sub config_text ($self) {
    my %option = %$self;
    $option{config} = $option{config}->($self) if ref $option{config};
    return Mehari::Httpd::Config::config_text(\%option);
}

sub pid_file ($self) { return "$self->{root}/logs/httpd.pid" }

# Not always the child that we started: a command_prefix may fork.
sub pid ($self) {
    my $leader = $self->{leader} // return undef;
    my ($pid) = read_from($self->pid_file) =~ /^(\d+)/;
    return $pid // $leader;
}

sub is_running ($self) {
    my $leader = $self->{leader} // return 0;
    return !reap($leader);
}

sub children ($self) {
    my $leader = $self->{leader} // return ();
    return child_pids($leader, $self->pid);
}

sub processes ($self) {
    my $leader = $self->{leader} // return ();
    return group_pids($leader);
}

sub family ($self) {
    my $leader = $self->{leader} // return ();
    return family_pids($leader);
}

sub server_cpu ($self) {
    my $leader = $self->{leader} // return 0;
    return cpu_seconds($leader);
}

# --- start, restart, stop ---------------------------------------------------

sub command ($self, @argument) {
    return (
        $self->{httpd},
        '-d' => $self->{root},
        '-f' => $self->config_file,
        (map { ("-D$_") } @{ $self->{defines} }), @argument,
    );
}

sub environment ($self) {
    my %env = (LANG => 'C');
    for my $name (@PASSED) {
        $env{$name} = $ENV{$name} if defined $ENV{$name};
    }
    $env{LD_PRELOAD} = $ENV{MEHARI_PRELOAD} if defined $ENV{MEHARI_PRELOAD};
    return { %env, %{ $self->{env} } };
}

sub write_config ($self) {
    write_file($self->config_file, $self->config_text);
    return;
}

sub start ($self) {
    die "httpd is running already.\n" if $self->is_running;
    for my $try (1 .. 3) {
        my $problem = $self->try_start // return $self;
        my $taken   = $problem =~ /could not bind to address/;
        if ($taken && $self->{own_port} && $try < 3) {
            $self->{port} = $self->free_port;
            next;
        }
        die $taken
            ? "Cannot start httpd: port $self->{port} of $self->{address}"
            . " is in use by another program.\n"
            : "Cannot start httpd: $problem\n";
    }
    return;
}

# undef if it serves, else its output.
sub try_start ($self) {
    # The guard of an earlier httpd would remove the folder.
    dismiss(delete $self->{watchdog}) if $self->{watchdog};
    $self->make_root if !-d $self->{root};    # a stop removed it
    delete @$self{qw(last_error_log last_access_log)};
    $self->write_config;
    unlink $self->pid_file, "$self->{root}/logs/startup_log";
    my $mark = $self->{began} = $self->error_log_mark;
    $self->{leader} = spawn(
        [ @{ $self->{command_prefix} }, $self->command('-DFOREGROUND') ],
        $self->environment, "$self->{root}/logs/startup_log",
    );
    $self->{watchdog} = watch($self->{leader},
        $self->{own_root} && !$self->{keep} ? $self->{root} : undef);
    my $why = $self->wait_until_serving // return undef;
    $self->end_processes;
    my $said = $self->startup_log . tail($self->error_log_since($mark));
    return length $said ? $said =~ s/\s+\z//r : $why;
}

# httpd writes its pid when it is bound to the port and done with its
# configuration; the first child comes right after that.
sub wait_until_serving ($self) {
    my $end = time + $self->{start_timeout};
    while (time < $end) {
        return 'it ended at once and said nothing.' if !$self->is_running;
        return undef if -s $self->pid_file && $self->children;
        sleep 0.01;
    }
    return "it does not serve after $self->{start_timeout} seconds.";
}

sub startup_log ($self) {
    return read_from("$self->{root}/logs/startup_log");
}

sub tail ($text) {
    my @line = split /^/, $text;
    splice @line, 0, @line - 20 if @line > 20;
    return join '', @line;
}

sub configtest ($self) {
    $self->write_config;
    my $log = "$self->{root}/logs/configtest_log";
    unlink $log;
    my $pid = spawn([ $self->command('-t') ], $self->environment, $log);
    local $? = 0;
    waitpid $pid, 0;
    return ($? == 0, read_from($log));
}

sub graceful ($self) { return $self->signal_and_wait('USR1') }
sub restart  ($self) { return $self->signal_and_wait('HUP') }

sub signal_and_wait ($self, $signal) {
    $self->is_running or die "httpd is not running.\n";
    $self->wait_for_notice('its start');
    $self->{began} = $self->error_log_mark;
    $self->write_config;
    kill $signal => $self->pid;
    $self->wait_for_notice("SIG$signal");
    return $self;
}

# LogLevel cannot suppress the notice if the log is a file. The line of a start
# comes after the first child, and must not be taken for that of a restart.
sub wait_for_notice ($self, $event) {
    my $end = time + $self->{start_timeout};
    while (time < $end && $self->is_running) {
        return
            if $self->error_log_since($self->{began})
            =~ /resuming normal operations/;
        sleep 0.01;
    }
    my $said = tail($self->error_log_since($self->{began}));
    die "httpd did not come back after $event: ",
        $self->startup_log, "$said\n";
}

sub stop ($self) {
    return $self if $$ != $self->{creator};
    local ($?, $!, $@);
    $self->end_processes;
    if ($self->{own_root} && !$self->{keep} && -d $self->{root}) {
        $self->{last_error_log}  = $self->error_log;
        $self->{last_access_log} = $self->access_log;
        remove_tree($self->{root});
    }
    return $self;
}

sub end_processes ($self) {
    local ($?, $!);
    if (defined(my $leader = $self->{leader})) {
        my $pid = $self->pid;
        kill TERM => $pid if $pid != $leader && $self->is_running;
        end_group($leader, 10);
    }
    dismiss($self->{watchdog}) if $self->{watchdog};
    delete @$self{qw(leader watchdog)};
    return;
}

sub DESTROY ($self) {
    $self->stop if defined $self->{root};
    delete $LIVE{$self};
    return;
}

END {
    for my $self (grep { defined } values %LIVE) {
        $self->stop;
    }
}

# --- logs -------------------------------------------------------------------

sub error_log_mark ($self) {
    return -s "$self->{root}/logs/error_log" // 0;
}

sub error_log_since ($self, $mark) {
    return substr $self->{last_error_log}, $mark
        if defined $self->{last_error_log};
    return read_from("$self->{root}/logs/error_log", $mark);
}

sub error_log ($self) { return $self->error_log_since(0) }

sub access_log ($self) {
    return $self->{last_access_log}
        // read_from("$self->{root}/logs/access_log");
}

1;

__END__

=head1 NAME

Mehari::Httpd - a private httpd

=head1 SYNOPSIS

    my $h = Mehari::Httpd->new(
        module  => 'mehari',
        modules => ['cgi'],
        config  => <<'CONF',
    <Location /hello>
        SetHandler modperl
        PerlResponseHandler My::Hello
    </Location>
    CONF
    );
    $h->start;
    say $h->url('/hello');
    $h->stop;

=head1 DESCRIPTION

Runs Apache httpd in the foreground with a ServerRoot, a port and a
configuration of its own, on the loopback interface.  Needs no root; as root,
httpd's children run as C<user>.  The server and all it started end when the
object goes, when the program ends, and when the program is killed.

Every failure is an exception: one sentence that ends in a newline, or httpd's
own output.

=head1 OPTIONS

=over

=item module

The project whose C<perl_module> is loaded: C<'mehari'> (C<$ENV{MEHARI_MODULE}>,
or the one built in this source tree, or the installed one), C<'mod_perl'>, or
undef for none.

=item mpm, workers, processes

C<'prefork'> (default), C<'event'> or C<'worker'>, and how many requests can
be served at a time (default 2).  There are always so many processes (prefork)
or threads of each of C<processes> (default 1).

=item modules

Names of httpd's modules (C<'cgi'> for F<mod_cgi.so>) besides the basic ones
(mpm, unixd, log_config, authz_core, mime, dir, alias, env, setenvif), or
C<[symbol =E<gt> $file]>.  Each is loaded once, and what is compiled in is not.

=item config

Text appended to the generated configuration, or a code that is given the
object and returns it.  It may use C<${ROOT}>, C<${DOCUMENT_ROOT}> and
C<${PORT}>.

=item root, document_root

Default: a new directory in the temporary directory, removed by B<stop>
(unless C<keep> or C<$ENV{MEHARI_KEEP}> is true), and F<htdocs> in it.  F<tmp>
in it is writable for all.

=item address, port, scheme

Default: 127.0.0.1, and a free port; http, as it stands in B<url>.

=item log_level, access_log

LogLevel (default C<warn>), and whether there is an access log (default yes).

=item defines

Names given as C<-D>.

=item env

Environment of httpd, besides PATH, TZ, LANG=C and what sanitizers need.
C<$ENV{MEHARI_PRELOAD}> becomes its LD_PRELOAD. With
C<$ENV{MEHARI_CHECK_MEMORY}> pools compare all memory after each run of a
template.

=item user, group

When started as root: default C<www-data> and its group.

=item command_prefix, start_timeout

A command to run httpd under, such as C<['valgrind', '-q']>; how many seconds to
wait until it serves (default 30, with a prefix 180).

=item perl_lib

A directory given as C<PerlSwitches -I>.  Default: none; mehari finds its own.

=back

=head1 METHODS

=over

=item start, stop

Start; return when requests are served.  Stop; what was logged can still be
read.

=item graceful, restart

Write the configuration anew, restart, and return when that is done.

=item configtest

Returns a boolean and what C<httpd -t> said.

=item pid, children, processes, family, is_running

Return process ids: of httpd; of its children (mod_cgid's daemon is one, the
manager of a pool is not); of all its process group; of that with the pools'
processes.

=item port, root, document_root, url($path), httpd, config_file, config_text

The parts that it is made of.

=item error_log, error_log_mark, error_log_since($mark), access_log

Text of the logs: all of it, or the part after a mark.

=item server_cpu

User and system seconds that the processes have used until now.

=back

=cut
