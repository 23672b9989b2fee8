# A run's acts on its memory, its mappings, its process, and the things that it
# leaves behind: the next run finds none of them. After each run all memory is
# compared, with each tracker that works here. An act that cannot be undone
# costs the template, and nothing else. The same holds with a rest before each
# run, and a run may be killed in its rest.

use Mehari::Test;
use Mehari::Test::Rollback;

plan skip_all => rollback_missing() if rollback_missing();

# The acts after which a template is always given up.
my %lost = map { $_ => 1 }
    qw(unprotect_fixed unmap_file advise_fork shrink_heap trim_heap call_unmap
    share_memory set_for_all);
# The program may end before its loss is noticed.
my %may_be_lost = (vfork_and_be_killed => '\d+');

my @acts = map {
    read_file(source_root() . "/t/rollback/$_.c") =~ /^    \{ "(\w+)",/mg
} qw(acts acts_ends);
my @trackers = trackers();
cmp_ok scalar @acts, '>', 50, 'the program has more than 50 acts';
ok scalar(grep { $_ eq 'compare' } @trackers),
    'the tracker compare works everywhere';
note "trackers: @trackers";

for my $way (@trackers, map { ("$_+layer", "$_+layer+rest") } @trackers) {
    for my $act (@acts) {
        my $count    = 12;
        my $come_to  = $way =~ /rest/ ? 10 : $count;    # runs that do the act
        my $seen     = run_acts($way, 1, $count, $act);
        my $given_up = $may_be_lost{$act} // ($lost{$act} ? $come_to : 0);
        is $seen->{status}, 0, "$way restores memory after $act"
            or diag $seen->{output};
        like $seen->{output},
            qr/^$count runs, \d+ ended early, $given_up templates given up$/m,
            "$way: $act: templates given up";
    }
}

# Reserves address space as sanitizers and some languages' run times do.
my $program = rollback_program('act-runs');
is qx($program reserve), "refused: there is too much memory\n",
    'terabytes of memory, nearly all unused';

done_testing;
