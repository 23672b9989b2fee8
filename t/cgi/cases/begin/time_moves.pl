# time in BEGIN, and $^T, differ from those of the last request.
use Time::HiRes qw(time sleep);
my $then;
BEGIN { $then = Time::HiRes::time() }
print "Content-Type: text/plain\n\n";
my $last = -e 'work/last' ? do { local @ARGV = 'work/last'; <> } : 0;
print $then > $last ? "later\n" : "the same\n";
open my $out, '>', 'work/last' or die;
print $out $then;
close $out;
unlink 'work/last' if $ENV{QUERY_STRING};
