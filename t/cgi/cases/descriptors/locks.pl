# flock on a file of the script, and on its source.
use Fcntl ':flock';
print "Content-Type: text/plain\n\n";
open my $self, '<', $0 or die;
print flock($self, LOCK_EX | LOCK_NB) ? "locked\n" : "busy\n";
open my $file, '>', 'work/lock' or die;
print flock($file, LOCK_EX | LOCK_NB) ? "locked\n" : "busy\n";
