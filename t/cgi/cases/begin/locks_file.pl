# A lock that is taken in BEGIN and held to the end.
use Fcntl ':flock';
my $lock;
BEGIN { open $lock, '>', 'work/lock' or die; $lock && flock($lock, LOCK_EX | LOCK_NB) or die "busy\n" }
print "Content-Type: text/plain\n\n";
print "locked\n";
