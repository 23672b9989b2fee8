# SelfLoader, which reads DATA of a module.
use lib 'lib';
use Lazy;
print "Content-Type: text/plain\n\n";
print Lazy::one(), Lazy::two(), "\n";
