print "Content-Type: text/plain\n\n";
use Time::HiRes qw(alarm ualarm setitimer sleep time ITIMER_REAL getitimer); my @t = getitimer(ITIMER_REAL); print $t[0] > 0 ? "armed" : "free", "\n"; $SIG{ALRM} = sub { print "rang\n" }; setitimer(ITIMER_REAL, 100, 5); alarm(0) if 0; Time::HiRes::alarm(50);
