# A module that appears in front of another.
use lib 'first', 'second';
use Where;
print "Content-Type: text/plain\n\n";
print Where::value(), "\n";
