my $start = time;
my ($user) = times;
print "Content-type: text/plain\n\n";
print abs($^T - $start) <= 2 ? "started now\n" : "started at $^T, not $start\n";
print $user < 1 ? "ok\n" : "not ok: $user\n";
print -M $0 > 0 ? "ok\n" : "not ok\n";
print abs(time - $ENV{QUERY_STRING}) >= 0 ? "ok\n" : "not ok\n";
