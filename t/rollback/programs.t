# Random Perl programs, which crash, are killed, fork, map, load and leave
# things behind. The runs of a template print the same as forks, and after each
# run all memory is as before, page by page.
#
# MEHARI_FUZZ_SEED is the seed of the first program, MEHARI_FUZZ_SECONDS the
# time. With a time, the seed is another one in each run.

use Mehari::Test;
use File::Temp  qw(tempdir);
use Time::HiRes qw(time);
use Mehari::Test::Generator;
use Mehari::Test::Rollback;

plan skip_all => rollback_missing() if rollback_missing();

use constant RUNS => 5;

my $seed = $ENV{MEHARI_FUZZ_SEED}
    // ($ENV{MEHARI_FUZZ_SECONDS} ? int rand 1_000_000 : 1);
my $seconds   = $ENV{MEHARI_FUZZ_SECONDS} // 5;
my $directory = tempdir(CLEANUP => 1);
my @trackers  = trackers();
my $until     = time + $seconds;
my %count     = map { $_ => 0 } qw(programs runs failed left_out given_up);

# The output without addresses, values of the moment, and the progress of
# threads.
sub plain ($text) {
    return $text =~ s/\(0x[0-9a-f]+\)/(0x)/gr =~ s/\(eval \d+\)/(eval)/gr
        =~ s/\b\d\d:\d\d:\d\d\b/(time)/gr
        =~ s/^Perl exited with active threads:\n(?:\t.*\n)*//gmr;
}

# True for a reason for which a template is never given up. A program that unmaps
# memory by syscall() is another reason.
sub is_fault ($errors) {
    return not_put_back($errors)
        || $errors
        =~ /ended by signal|(?<!something that )cannot be|stays locked|refused:/;
}

sub try ($number) {
    my $script = "$directory/$number.pl";
    my $made   = generate($number, "$directory/$number.lib", hard => 1);
    write_file($script,                  $made->{text});
    write_file("$directory/$number.lib", $made->{library_text});
    my $expected = run_perl('fork', RUNS, $script, 20);
    my $status   = $expected->{status};
    if ($status || $expected->{errors} =~ /Out of memory|panic:/) {
        $count{left_out}++;
        return;
    }
    $count{programs}++;
    my $tracker = $trackers[ $number % @trackers ];
    my $seen    = run_perl("$tracker+check", RUNS, $script, 30);
    $count{runs} += RUNS;
    my ($given_up) = $seen->{errors} =~ /(\d+) templates given up/;
    $count{given_up} += $given_up // 0;
    my $fault
        = $seen->{status}           ? "status $seen->{status}"
        : is_fault($seen->{errors}) ? 'memory'
        : plain($seen->{output}) ne plain($expected->{output}) ? 'output'
        :                                                        '';
    unlink $script, "$directory/$number.lib";
    return if !$fault;
    $count{failed}++;
    fail "seed $number, $tracker: $fault";
    is plain($seen->{output}), plain($expected->{output}),
        'the output is as that of a new process'
        if $fault eq 'output';
    diag $seen->{errors}, $made->{text};
    return;
}

diag "seed $seed";
try($seed++) while time < $until && $count{failed} < 5;
ok $count{programs} > 0, join ', ', map { "$_ $count{$_}" } sort keys %count;
done_testing;
