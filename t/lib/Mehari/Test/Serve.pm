package Mehari::Test::Serve;

# Runs the real command, as a user would, and asks the server that it starts.
#
# MEHARI_TEST_MODULE=mod_perl runs these tests against mod_perl.

use Mehari::Perl;

use Cwd        qw(abs_path);
use File::Path qw(make_path);
use File::Temp;
use HTTP::Tiny;
use Mehari::Httpd::Process ();
use POSIX                  qw(_exit);
use Time::HiRes            qw(sleep time);

my $ROOT    = abs_path(__FILE__ =~ s{/t/lib/.*}{}r =~ s{\At/lib/.*}{.}r);
my $COMMAND = "$ROOT/bin/mehari";

sub root () { return $ROOT }

# Returns the modes that run a script in a process of its own; mod_perl has one.
sub cgi_modes () {
    return ($ENV{MEHARI_TEST_MODULE} // '') eq 'mod_perl'
        ? 'cgi'
        : qw(perl-cgi cgi);
}

# Returns the MPMs under which Perl can stay loaded: mod_perl has no workers.
sub mpms () {
    return (() = cgi_modes()) > 1 ? qw(event prefork) : 'prefork';
}

# Makes a directory that httpd's user can read, with these files: name => text, or
# name => [mode, text].
sub site (%files) {
    my $dir = public_dir();
    for my $name (keys %files) {
        my ($mode, $text)
            = ref $files{$name} ? @{ $files{$name} } : (0755, $files{$name});
        write_file("$dir/$name", $text, $mode);
    }
    return $dir;
}

sub public_dir () {
    my $dir = File::Temp->newdir('mehari-test-XXXXXXXX', TMPDIR => 1);
    chmod 0755, $dir;
    return $dir;
}

sub write_file ($file, $text, $mode = 0644) {
    make_path($file =~ s{/[^/]*\z}{}r);
    open my $handle, '>:raw', $file or die "Cannot write $file: $!";
    print $handle $text;
    close $handle or die "Cannot write $file: $!";
    chmod $mode, $file;
    return;
}

sub module_option () {
    my $module = $ENV{MEHARI_TEST_MODULE} // return ();
    return ('--module', $module);
}

# Runs "mehari @args" to its end. Returns exit status, stdout, stderr.
sub command (@args) {
    my $dir = File::Temp->newdir;
    my $pid = spawn($dir, $dir, @args);
    waitpid $pid, 0;
    return ($? >> 8, read_file("$dir/out"), read_file("$dir/err"));
}

sub spawn ($dir, $tmp, @args) {
    my $pid = fork // die "Cannot fork: $!";
    return $pid if $pid;
    setpgrp;
    open STDIN,  '<', '/dev/null';
    open STDOUT, '>', "$dir/out";
    open STDERR, '>', "$dir/err";
    $ENV{TMPDIR} = "$tmp";
    { exec $^X, $COMMAND, @args }
    _exit(127);
}

sub read_file ($file) {
    open my $handle, '<:raw', $file or return '';
    local $/;
    return readline $handle // '';
}

# Starts "mehari serve" on a free port, and returns when it has printed its address.
sub start ($class, $dir, @args) {
    my $self = bless {
        logs => File::Temp->newdir,
        tmp  => public_dir(),
        http => HTTP::Tiny->new(max_redirect => 0, timeout => 30),
    }, $class;
    $self->{pid} = spawn($self->{logs}, $self->{tmp},
        'serve', '--port', 0, module_option(), @args, $dir);
    $self->wait_for(sub { $self->output =~ m{(https?://\S+/)\n} }, 60)
        or die 'mehari serve does not start: ' . $self->errors;
    ($self->{url}) = $self->output =~ m{(https?://\S+)/\n};
    return $self;
}

sub output ($self) { return read_file("$self->{logs}/out") }
sub errors ($self) { return read_file("$self->{logs}/err") }
sub url    ($self) { return $self->{url} }
sub pid    ($self) { return $self->{pid} }

# Returns true as soon as the condition is true; false if it is not true in time.
sub wait_for ($self, $condition, $seconds = 10) {
    my $end = time + $seconds;
    until ($condition->()) {
        return 0 if time > $end || $self->has_ended;
        sleep 0.02;
    }
    return 1;
}

sub has_ended ($self) {
    return 1 if defined $self->{status};
    return 0 unless waitpid $self->{pid}, POSIX::WNOHANG;
    $self->{status} = $?;
    return 1;
}

sub get ($self, $path, %headers) {
    return $self->{http}
        ->get($self->{url} . $path, { headers => {%headers} });
}

sub html ($self, $path) {
    return $self->get($path, Accept => 'text/html')->{content};
}

sub body ($self, $path) { return $self->get($path)->{content} }

# Sends a signal, and waits for the end. INT and HUP go to the whole process group,
# as from a terminal. Returns the exit status, or undef if the command was killed.
sub end ($self, $signal = 'INT') {
    my $to = $signal =~ /\A(?:INT|HUP)\z/ ? -$self->{pid} : $self->{pid};
    kill $signal => $to unless $self->has_ended;
    my $end = time + 30;
    until ($self->has_ended) {
        if (time > $end) {
            kill KILL => $self->{pid};
            return undef;
        }
        sleep 0.02;
    }
    return $self->{status} & 127 ? undef : $self->{status} >> 8;
}

# Returns the files in the directory for temporary files.
sub leftovers ($self) {
    opendir my $handle, $self->{tmp} or die "Cannot read $self->{tmp}: $!";
    return grep { !/\A\.\.?\z/ } readdir $handle;
}

# Returns the processes that have the server's directory in their command line.
sub processes ($self) {
    my @found;
    for my $file (glob '/proc/[0-9]*/cmdline') {
        my ($pid) = $file =~ m{(\d+)/};
        push @found, $pid
            if $pid != $$ && index(read_file($file), "$self->{tmp}/") >= 0;
    }
    return @found;
}

# Returns the processes of its httpd, with those of pools, whose command lines do
# not have the directory.
sub family ($self) {
    my $pid = $self->httpd_pid // return ();
    return Mehari::Httpd::Process::family_pids($pid);
}

sub httpd_pid ($self) {
    my ($file) = glob "$self->{tmp}/*/logs/httpd.pid";
    return read_file($file) =~ /^(\d+)/ ? $1 : undef;
}

# Returns the pids that still run; a process that only waits to be reaped does not.
sub running (@pids) {
    return grep { read_file("/proc/$_/stat") =~ /^\d+ \(.*\) [^Z] /s } @pids;
}

sub DESTROY ($self) {
    local ($?, $!, $@);
    $self->end('TERM') if $self->{pid};
    return;
}

1;
