# FindBin and lib.
use FindBin qw($Bin $Script);
use lib "$Bin/lib";
use Local2;
print "Content-Type: text/plain\n\n";
print "$Bin $Script $Local2::name\n";
