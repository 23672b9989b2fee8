# An alarm with no handler ends the script.
use Time::HiRes qw(ualarm);
$| = 1;
print "Content-Type: text/plain\n\n";
print "before\n";
ualarm 50_000;
sleep 5;
print "after\n";
