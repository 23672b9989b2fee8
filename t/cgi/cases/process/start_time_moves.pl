# $^T is not the time of the first request.
use Time::HiRes qw(sleep);
print "Content-Type: text/plain\n\n";
sleep 1.1 if !-e 'work/slept';
open my $out, '>', 'work/slept';
print time - $^T <= 2 ? "fresh\n" : "old\n";
