# A daemon: two forks, setsid, all descriptors closed.
use POSIX qw(setsid);
$| = 1;
print "Content-Type: text/plain\n\n";
unlink 'work/daemon';
my $pid = fork // die;
if (!$pid) {
    setsid();
    my $second = fork // die;
    POSIX::_exit(0) if $second;
    open STDIN, '<', '/dev/null';
    open STDOUT, '>', '/dev/null';
    open STDERR, '>&', \*STDOUT;
    select undef, undef, undef, 0.1;
    open my $out, '>', 'work/daemon.new' or POSIX::_exit(1);
    print $out "ran\n";
    close $out;
    rename 'work/daemon.new', 'work/daemon';
    POSIX::_exit(0);
}
waitpid $pid, 0;
print "started\n";
