# Two runs side by side: what is a difference, and what is noise. Recorded
# figures; nothing is measured.

use v5.36;
use lib        qw(lib t/lib);
use File::Temp qw(tempdir);
use JSON::PP   qw(decode_json);
use Test::More;

use Mehari::Bench::Compare;
use Mehari::Bench::Noise qw(range judge);
use Mehari::Test::Bench;

sub r (@numbers) { return range(@numbers) }

is range(), undef, 'no range of nothing';
is_deeply r(3, 1, 2, 9), { median => 2.5, low => 1, high => 9, rounds => 4 },
    'a range';
is judge(r(1 .. 4), r(5 .. 8)),     'less',    'ranges apart';
is judge(r(5 .. 8), r(1 .. 4)),     'more',    '... the other way';
is judge(r(1 .. 4), r(4 .. 7)),     'same',    'ranges that touch';
is judge(r(1 .. 9), r(4, 4, 5, 5)), 'same',    'one in the other';
is judge(r(1 .. 3), r(5 .. 8)),     'unknown', 'too few rounds';
is judge(undef,     r(5 .. 8)),     'unknown', 'no rounds';

sub cell ($label, $ms, @rps) {
    return {
        label  => $label,
        engine => 'mehari',
        state  => 'measured',
        rounds => [ map { { rps => $_, p99 => $ms, cpu_us => undef } } @rps ],
    };
}

sub run_of ($cpu, @cells) {
    return {
        program => 'mehari bench',
        started => 0,
        client  => 'wrk',
        machine => { cpu => $cpu, cores => 2, kernel => '6', perl => '5.36' },
        setups  => [ { name => 'mail', how => 'wrk', cells => \@cells } ],
    };
}

my $old = run_of(
    'A',
    cell('Registry', 5, 100, 101, 102, 103),
    cell('PerlRun',  5, 10,  11,  12,  13),
    cell('Gone',     5, 10,  11,  12,  13),
    cell('Broken',   5, 10,  11,  12,  13),
);
my $new = run_of(
    'B',
    cell('Registry', 5, 200, 202, 204, 206),
    cell('PerlRun',  5, 12,  13,  14,  15),
    cell('New',      5, 12,  13,  14,  15),
    { %{ cell('Broken', 5, 1) }, state => 'failed' },
);
my $got      = Mehari::Bench::Compare::compare($old, $new);
my %row      = map { ("$_->{cell} $_->{figure}" => $_) } @{ $got->{rows} };
my $registry = $row{'mail Registry mehari req/s'};
is $registry->{ratio},   2,      'a ratio of medians';
is $registry->{verdict}, 'more', '... larger than the noise';
is $row{'mail PerlRun mehari req/s'}{verdict},   'same', 'within the noise';
is $row{'mail Registry mehari 99% ms'}{verdict}, 'same', 'equal is no more';
ok !exists $row{'mail Registry mehari CPU us'}, 'what was not measured';
ok !(grep { /Broken|Gone|New/ } keys %row), 'what one run lacks has no ratio';
my $notes = join "\n", @{ $got->{notes} };
like $notes, qr/^the runs differ in cpu of the machine: A, B$/m,
    'the machine';
like $notes, qr/^mail Gone mehari: only in the first run$/m, 'what is gone';
like $notes, qr/^mail New mehari: only in the second run$/m, 'what is new';
like $notes, qr/^mail Broken mehari: failed in the second run$/m, 'failed';

my $text = Mehari::Bench::Compare::text($got, $old, $new);
like $text,
    qr/ Registry .* 102 \(100-103\) .* 203 .* 2\.00  more than before$/m,
    'as text';
like $text, qr/ PerlRun .* 1\.17  within the noise$/m, '... noise is said';

# Through files, as a person does it.
my $dir = tempdir(CLEANUP => 1);
Mehari::Bench::Compare::save_run("$dir/old", $old);
Mehari::Bench::Compare::save_run("$dir/new", $new);
my ($status, $out, $err)
    = Mehari::Test::Bench::bench('--compare', "$dir/old", "$dir/new");
is $status, 0, 'the command';
is $out, Mehari::Bench::Compare::text($got, $old, $new), '... prints that'
    or diag $err;
($status, $out)
    = Mehari::Test::Bench::bench('--json', '--compare', "$dir/old",
    "$dir/new");
is_deeply decode_json($out)->{rows}[0]{verdict}, $got->{rows}[0]{verdict},
    '... or JSON';
open my $file, '>', "$dir/other" or die $!;
print {$file} '{}';
close $file;
($status, $out, $err)
    = Mehari::Test::Bench::bench('--compare', "$dir/old", "$dir/other");
is $status, 1, 'another file';
like $err, qr/is not a report of mehari bench/, '... is refused';

done_testing;
