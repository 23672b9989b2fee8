# setsid, as daemons do it, in a child.
use POSIX qw(setsid);
print "Content-Type: text/plain\n\n";
$| = 1;
my $pid = fork // die;
if (!$pid) {
    my $session = setsid();
    print $session == $$ ? "session\n" : "none\n";
    exit;
}
waitpid $pid, 0;
