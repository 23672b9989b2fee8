# delete $INC{...} loads again.
use lib 'lib';
use Again;
print "Content-Type: text/plain\n\n";
print "$Again::loads\n";
delete $INC{'Again.pm'};
require Again;
print "$Again::loads\n";
