# POSIX::_exit with output that was not flushed.
use POSIX ();
print "Content-Type: text/plain\n\n";
print "lost\n";
POSIX::_exit(0);
