# A module that changes.
use lib 'lib';
use Changing;
print "Content-Type: text/plain\n\n";
print Changing::value(), "\n";
