# flock on DATA: one instance at a time.
use Fcntl ':flock';
print "Content-Type: text/plain\n\n";
print flock(DATA, LOCK_EX | LOCK_NB) ? "locked\n" : "busy: $!\n";
__DATA__
