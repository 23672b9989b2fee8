# An application that is run by use.
use lib 'lib';
use App run => 1;
print "not reached\n";
