# A module that notes where.
use lib 'lib';
use Where;
print "Content-Type: text/plain\n\n";
print "$Where::dir\n";
