# %INC has what this script has loaded, and no more.
use strict;
use File::Basename;
print "Content-Type: text/plain\n\n";
print "$_\n" for sort keys %INC;
