# abort().
use POSIX ();
$| = 1;
print "Content-Type: text/plain\n\n";
POSIX::abort();
