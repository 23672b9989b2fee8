# Programs with every kind of state: each run is as a new perl's, alone and
# among the others in one process.

use v5.36;
use Test::More;
use Mehari::Test;
use Mehari::Test::Fresh;

plan skip_all => fresh_missing() if fresh_missing();
chdir source_root() or die;
my @scripts = @ARGV ? @ARGV : sort glob 't/fresh/cases/*.pl';

my %expected = map { $_ => new_perl($_) } @scripts;
for my $script (@scripts) {
    my ($runs) = fresh_runs(4, $script);
    is differences($script, $runs, $expected{$script}), '', $script;
}
my @all = fresh_runs(3, @scripts);
for my $at (0 .. $#scripts) {
    is differences($scripts[$at], $all[$at], $expected{ $scripts[$at] }), '',
        "$scripts[$at] among others";
}
done_testing;
