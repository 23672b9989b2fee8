# A C library that writes to descriptor 1.
use POSIX ();
$| = 1;
print "Content-Type: text/plain\n\n";
POSIX::write(1, "by POSIX::write\n", 16);
print "by perl\n";
