# Pragmas of a module do not reach the script.
use lib 'lib';
use Strict;
print "Content-Type: text/plain\n\n";
$undeclared = 'fine';
print "$undeclared\n";
