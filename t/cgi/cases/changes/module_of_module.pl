# A module of a module.
use lib 'lib';
use Outer;
print "Content-Type: text/plain\n\n";
print Outer::value(), "\n";
