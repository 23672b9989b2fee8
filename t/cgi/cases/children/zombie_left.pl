# A child that nobody waits for.
use POSIX ();
print "Content-Type: text/plain\n\n";
my $pid = fork // die;
POSIX::_exit(0) if !$pid;
print "page\n";
