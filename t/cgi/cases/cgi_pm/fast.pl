# CGI::Fast-like loops that run once under CGI.
use CGI;
my $times = 0;
while (my $q = $times++ ? undef : CGI->new) { print $q->header('text/plain'), "once\n" }
print "$times\n";
