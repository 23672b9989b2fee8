package Mehari::Test::Gateway;

# A server whose document root is full of scripts that perl-cgi runs:
# t/fixtures/gateway, and what a test writes itself.

use Mehari::Perl;
use Exporter       qw(import);
use File::Basename qw(basename);
use POSIX          ();
use Time::HiRes    qw(sleep time);

use Mehari::Test;

our @EXPORT = qw(
    gateway_server script evaluate evaluators curl has_curl has_http2
    wait_until
    pool_processes memory_of children_of two_users await_template
    template_runs
);

# The users that pools can run as, beside the server's own user.
sub two_users () {
    return (grep { defined getpwnam $_ } qw(games news backup daemon))
        [ 0, 1 ];
}

# The options of server(); perl_pool: keys of the pool `default`; http2: the
# protocol, h2 or (1) h2c, too.
sub gateway_server (%option) {
    my $http2   = delete $option{http2};
    my $keys    = delete $option{perl_pool};
    my $config  = delete $option{config}  // '';
    my $modules = delete $option{modules} // [];
    my $start   = delete $option{start}   // 1;
    my $text    = '';
    $text .= 'Protocols ' . ($http2 eq 'h2' ? 'h2' : 'h2c') . " http/1.1\n"
        if $http2;
    $text .= "PerlPool default $keys\n" if defined $keys;
    my $h = server(
        mpm     => $ENV{MEHARI_TEST_MPM} // 'event',
        workers => 8,
        modules => [ @$modules, ('http2') x !!$http2 ],
        %option,
        start  => 0,
        config => $text . <<~"CONF" . $config,
            <Directory "\${DOCUMENT_ROOT}">
            Options +ExecCGI
            SetHandler perl-cgi
            Require all granted
            </Directory>
            CONF
    );
    script($h, basename($_), read_file($_))
        for glob fixture('gateway') . '/*';
    return $start ? $h->start : $h;
}

# Writes a script; "#!/usr/bin/perl" is put in front of what has no first line.
sub script ($h, $name, $text, $mode = 0755) {
    $text = "#!/usr/bin/perl\n$text" if $text !~ /\A#!/;
    return write_file($h->document_root . "/$name", $text, $mode);
}

# Makes scripts of these names. Each evaluates the Perl code that evaluate() sends,
# and prints the value or the error.
sub evaluators ($h, $head, @names) {
    script($h, $_, $head . <<~'PERL') for @names;
        print "Content-Type: text/plain\n\n";
        my $code = do { local $/; <STDIN> };
        my $result = eval $code;
        print defined $result ? $result : "undef $@";
        PERL
    return;
}

sub evaluate ($h, $path, $code) {
    return get($h, $path, method => 'POST', body => $code)->body;
}

# Runs curl, silent, with these arguments; returns (exit code, output).
sub curl (@argument) {
    my $pid = open(my $out, '-|') // die "Cannot fork: $!.\n";
    if (!$pid) {
        open STDIN,  '<', '/dev/null';
        open STDERR, '>', '/dev/null';
        exec 'curl', '-s', '--max-time', 60, @argument
            or POSIX::_exit(127);
    }
    binmode $out;
    my $text = do { local $/ = undef; <$out> };
    close $out;
    return ($? >> 8, $text // '');
}

sub has_curl () {
    state $has = !system 'curl --version >/dev/null 2>&1';
    return $has;
}

sub has_http2 () {
    return has_curl() && `curl --version` =~ /\bHTTP2\b/;
}

sub wait_until ($condition, $seconds = 10) {
    my $end = time + $seconds;
    while (1) {
        my $value = $condition->();
        return $value if $value || time > $end;
        sleep 0.01;
    }
    return;
}

# Returns pid => [ parent, name, state ] of all processes below one. Tests ask for
# that a hundred times a second, so no other process is looked at.
sub below ($top) {
    my %process;
    my @parents = ($top);
    while (defined(my $parent = shift @parents)) {
        for my $pid (grep { !$process{$_} } children($parent)) {
            open my $in, '<', "/proc/$pid/stat" or next;
            my ($name, $state, $its)
                = (<$in> // '') =~ /\A\d+ \((.*)\) (\S) (\d+)/s
                or next;
            $process{$pid} = [ $its, $name, $state ];
            push @parents, $pid;
        }
    }
    return \%process;
}

# Returns the children of all threads of a process. If one ends while the kernel
# writes the list, it may lack another: so it must be the same twice.
sub children ($pid) {
    my ($before, $list) = ('', listed($pid));
    while ($list ne $before) { ($before, $list) = ($list, listed($pid)) }
    return split ' ', $list;
}

sub listed ($pid) {
    my $list = '';
    for my $file (glob "/proc/$pid/task/*/children") {
        open my $in, '<', $file or next;
        $list .= <$in> // '';
    }
    return $list;
}

# Returns all processes below one, without those that wait to be reaped.
sub children_of ($top) {
    my $process = below($top);
    return
        sort { $a <=> $b } grep { $process->{$_}[2] ne 'Z' } keys %$process;
}

# Asks for a script until it has a template, as it may have by the second request.
sub await_template ($h, $path) {
    my $name   = substr $path =~ s/\?.*//sr =~ s{.*/}{}sr, 0, 15;
    my $before = '';
    return wait_until(
        sub {
            my $now = join ' ', template_runs($h, $name);
            return 1 if $now && $now eq $before;
            $before = $now;
            get($h, $path) if !$now;
            return 0;
        }
    );
}

# Returns the runs of templates that exist now. A template, its run and the zygote
# have the script's name. A process that a script makes may have it too, but does
# not stay.
sub template_runs ($h, $name) {
    my $process = below($h->pid);
    my %named   = map { $_ => 1 }
        grep { $process->{$_}[1] eq $name && $process->{$_}[2] ne 'Z' }
        keys %$process;
    return grep {
        my $parent = $process->{$_}[0];
        $named{$parent} && $named{ $process->{$parent}[0] };
    } sort keys %named;
}

# Returns the managers of a server by the name of their pool.
sub pool_processes ($h) {
    my %manager;
    wait_until(sub { %manager = managers($h); $manager{default} });
    return \%manager;
}

sub managers ($h) {
    my %manager;
    for my $pid (children($h->pid)) {
        my @word = split /\0/, eval { read_file("/proc/$pid/cmdline") } // '';
        $manager{ $word[1] } = $pid if ($word[0] // '') eq 'mehari-pool';
    }
    return %manager;
}

# Returns the kilobytes of memory that the process shares with no other.
sub memory_of ($pid) {
    my $status = eval { read_file("/proc/$pid/status") } // '';
    return $status =~ /^RssAnon:\s+(\d+)/m ? $1 : 0;
}

1;
