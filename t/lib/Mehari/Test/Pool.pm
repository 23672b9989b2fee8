package Mehari::Test::Pool;

# A pool without httpd: t/pool/driver.c speaks httpd's part to a manager.

use Mehari::Perl;
use File::Basename qw(dirname);
use File::Temp     ();
use IPC::Open2     qw(open2);
use Test::More     ();
use Time::HiRes    qw(sleep time);

use Mehari::Test;

# program: the program to start instead of mehari-pool. Other options are settings
# of the driver: concurrency => 2, ...
sub new ($class, %setting) {
    my $build   = build_folder();
    my $program = delete $setting{program} // "$build/mehari-pool";
    my $driver  = driver();
    my $dir     = File::Temp->newdir('mehari-pool-XXXXXX', TMPDIR => 1);
    my $self    = bless { dir => "$dir", keep => $dir, used => 0 }, $class;
    chmod 0777, "$dir" or die "chmod: $!.\n";
    my %user = $> ? () : user();
    my %all  = (%user, library => source_root() . "/lib", %setting);
    my @words;

    for my $name (sort keys %all) {
        my $value = $all{$name};
        push @words, map { "$name=$_" } ref $value ? @$value : $value;
    }
    $self->{pid}
        = open2($self->{from}, $self->{to}, $driver, $program, @words);
    return $self;
}

# Returns the program that plays httpd. A test that needs it is skipped without it.
sub driver () {
    my $driver = build_folder() . '/t/pool/pool-driver';
    needs($driver);
    return $driver;
}

# Returns the folder in which the tested module was built.
sub build_folder () {
    my $module = $ENV{MEHARI_MODULE}
        // source_root() . '/build/mod_mehari.so';
    return dirname($module);
}

# Returns the user whom a pool becomes if the test runs as root.
sub user () {
    my ($uid, $gid) = (getpwnam 'www-data')[ 2, 3 ];
    ($uid, $gid) = (getpwnam 'nobody')[ 2, 3 ] if !defined $uid;
    return (change_user => 1, uid => $uid, gid => $gid);
}

# Returns the driver's answer to one command, without its "ok".
sub command ($self, @words) {
    my $to   = $self->{to};
    my $from = $self->{from};
    my @lines;

    print {$to} join("\t", @words), "\n";
    $to->flush;
    while (defined(my $line = <$from>)) {
        chomp $line;
        return @lines if $line eq 'ok';
        push @lines, $line;
    }
    die "The driver has ended.\n";
}

# Writes a script of the pool, and returns its path.
sub script ($self, $name, $text, $mode = 0755) {
    return write_file("$self->{dir}/$name", $text, $mode);
}

sub path ($self, $name) { return "$self->{dir}/$name" }

sub open_connection ($self) {
    my $number = $self->{used}++;
    $self->command(open => $number);
    return $number;
}

# Sends a request on a connection, and returns the value that stands for it in the
# other methods. Options: connection, body, arguments, environ, large.
sub send ($self, $script, %option) {    ## no critic (ProhibitBuiltinHomonyms)
    my $connection = $option{connection} // $self->open_connection;
    my $id         = ++$self->{id};
    my %file       = map { $_ => $self->path("$_.$id") } qw(in out err);

    write_file($file{in}, $option{body} // '', 0644);
    write_file($file{$_}, '',                  0666) for qw(out err);
    $self->command(
        $option{large} ? 'large' : 'request',
        $connection,
        $id,
        @file{qw(in out err)},
        $script,
        (map { "\@$_" } @{ $option{arguments} // [] }),
        'PATH=/usr/local/bin:/usr/bin:/bin',
        @{ $option{environ} // [] }
    );
    return { connection => $connection, id => $id, %file };
}

# Waits for the answer: { type, status, reason, ..., notices, out, err }.
sub answer ($self, $request, $seconds = 10) {
    my $key     = $request->{connection};
    my @notices = @{ delete $self->{notices}{$key} // [] };
    my $answer  = delete $self->{answers}{$key};

    for my $event ($answer ? () : $self->wait_for($key, $seconds)) {
        if ($event->{connection} != $key) {
            $self->keep($event);
        }
        elsif ($event->{type} eq 'NOTICE') {
            push @notices, $event;
        }
        else {
            $answer = $event;
        }
    }
    return if !$answer;
    return {
        %$answer,
        notices => join("\n", map { $_->{text} } @notices),
        out     => read_file($request->{out}),
        err     => read_file($request->{err}),
    };
}

sub keep ($self, $event) {
    my $key = $event->{connection};
    if ($event->{type} eq 'NOTICE') {
        push @{ $self->{notices}{$key} }, $event;
    }
    else {
        $self->{answers}{$key} = $event;
    }
    return;
}

sub wait_for ($self, $connection, $seconds) {
    return map { event($_) } $self->command(await => $connection, $seconds);
}

sub event ($line) {
    my ($connection, $type, @fields) = split /\t/, $line;
    return {
        connection => $connection,
        type       => $type,
        map { split /=/, $_, 2 } @fields
    };
}

# Sends one request, and returns its answer.
sub run ($self, $script, %option) {
    my $seconds = delete $option{seconds} // 10;
    $option{connection} //= $self->{first} //= $self->open_connection;
    return $self->answer($self->send($script, %option), $seconds);
}

sub close_connection ($self, $request) {
    $self->command(close => $request->{connection});
    return;
}

sub manager ($self) {
    my ($pid) = map { /^pid\t(\d+)/ } $self->command('pid');
    return $pid;
}

# Returns all processes of the pool by the name of their session.
sub processes ($self, $session = $self->manager) {
    my @found;
    for my $stat (glob '/proc/[0-9]*/stat') {
        my $text = eval { read_file($stat) } or next;
        my ($pid, $rest) = $text =~ /\A(\d+) .*\) (.*)/s or next;
        my ($state, $parent, $group, $its) = split ' ', $rest;
        push @found, $pid if $its == $session && $state !~ /[ZX]/;
    }
    return @found;
}

# Waits until the condition is true, or the seconds are over. Returns whether it is
# true.
sub wait_until ($self, $condition, $seconds = 5) {
    my $end = time + $seconds;
    while (time < $end) {
        return 1 if $condition->();
        sleep 0.02;
    }
    return $condition->();
}

# Returns the zygote of a run with that parent, which is the zygote itself or a
# template of it. Returns 0 if there is none.
sub zygote_of ($self, $parent) {
    my @above = ($parent);
    while ($above[-1] && $above[-1] != $self->manager) {
        my $stat = eval { read_file("/proc/$above[-1]/stat") } // '';
        push @above, $stat =~ /\) \S (\d+)/ ? $1 : 0;
    }
    return @above > 2 && $above[-1] ? $above[-3] : 0;
}

# Ends the driver, and returns the manager's exit status.
sub stop ($self) {
    my ($status) = map { /status=(\d+)/ } $self->command('stop');
    $self->{stopped} = 1;
    return $status;
}

sub DESTROY ($self) {
    local ($?, $@, $!);
    eval { $self->command('stop') } if !$self->{stopped};
    close $self->{to};
    waitpid $self->{pid}, 0;
    return;
}

1;
