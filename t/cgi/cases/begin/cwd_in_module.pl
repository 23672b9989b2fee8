# A module that notes the working directory in which it is loaded.
use lib 'lib';
use Where;
print "Content-Type: text/plain\n\n";
print "$Where::dir\n";
