# POSIX::_exit: no END, no DESTROY, nothing flushed.
use POSIX ();
sub Thing::DESTROY { print "never\n" }
$| = 1;
print "Content-Type: text/plain\n\n";
print "flushed\n";
$| = 0;
print "not flushed\n";
my $x = bless [], 'Thing';
END { print "never\n" }
POSIX::_exit(0);
