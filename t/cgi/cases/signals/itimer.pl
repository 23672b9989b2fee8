# setitimer, and a handler that is called several times.
use Time::HiRes qw(setitimer ITIMER_REAL sleep);
my $count = 0;
$SIG{ALRM} = sub { $count++ };
setitimer(ITIMER_REAL, 0.01, 0.01);
sleep 0.02 while $count < 3;
setitimer(ITIMER_REAL, 0);
print "Content-Type: text/plain\n\n";
print $count >= 3 ? "three\n" : "fewer\n";
