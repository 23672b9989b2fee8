# Runs that do several random things. With MEHARI_ROLLBACK_SECONDS the test runs
# longer, with another seed each time.

use Mehari::Test;
use Mehari::Test::Rollback;

plan skip_all => rollback_missing() if rollback_missing();

my $seconds = $ENV{MEHARI_ROLLBACK_SECONDS} // 0;

for my $tracker (map { ($_, "$_+layer") } trackers()) {
    my $seed  = $seconds ? time : 1;
    my $until = time + $seconds;
    my $runs  = 0;
    my $seen;
    do {
        $seen = run_acts($tracker, $seed++, 150);
        $runs += $1 if $seen->{output} =~ /^(\d+) runs/m;
    } while (!$seen->{status} && time < $until);
    is $seen->{status}, 0, "$tracker restores memory after $runs random runs"
        or diag $seen->{output};
}

done_testing;
