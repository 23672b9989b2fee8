# A module that is removed.
use lib 'lib';
use Removed;
print "Content-Type: text/plain\n\n";
print "ok\n";
