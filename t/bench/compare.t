# Two runs side by side: differences, and noise. Recorded figures; nothing is
# measured.

use Mehari::Test;
use File::Temp qw(tempdir);
use JSON::PP   qw(decode_json);
use Mehari::Bench::Compare;
use Mehari::Bench::Noise qw(range judge);
use Mehari::Test::Bench;

sub r (@numbers) { return range(@numbers) }

is range(), undef, 'no figures make no range';
is_deeply r(3, 1, 2, 9), { median => 2.5, low => 1, high => 9, rounds => 4 },
    'a range has median, ends and rounds';
is judge(r(1 .. 4), r(5 .. 8)), 'less', 'ranges apart are a difference';
is judge(r(5 .. 8), r(1 .. 4)), 'more', 'a higher range is more';
is judge(r(1 .. 4), r(4 .. 7)), 'same', 'ranges that touch are the same';
is judge(r(1 .. 9), r(4, 4, 5, 5)), 'same',
    'a range inside another is the same';
is judge(r(1 .. 3), r(5 .. 8)), 'unknown', 'too few rounds give no verdict';
is judge(undef,     r(5 .. 8)), 'unknown', 'no rounds give no verdict';

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
is $registry->{verdict}, 'more', 'a difference larger than the noise is more';
is $row{'mail PerlRun mehari req/s'}{verdict}, 'same',
    'a difference within the noise is the same';
is $row{'mail Registry mehari 99% ms'}{verdict}, 'same', 'equal is no more';
ok !exists $row{'mail Registry mehari CPU us'},
    'a figure that was not measured has no verdict';
ok !(grep { /Broken|Gone|New/ } keys %row),
    'a figure that one run lacks has no ratio';
my $notes = join "\n", @{ $got->{notes} };
like $notes, qr/^the runs differ in cpu of the machine: A, B$/m,
    "a note names the machine's difference";
like $notes, qr/^mail Gone mehari: only in the first run$/m,
    'a note names what is gone';
like $notes, qr/^mail New mehari: only in the second run$/m,
    'a note names what is new';
like $notes, qr/^mail Broken mehari: failed in the second run$/m,
    'a note names what has failed';

my $text = Mehari::Bench::Compare::text($got, $old, $new);
like $text,
    qr/ Registry .* 102 \(100-103\) .* 203 .* 2\.00  more than before$/m,
    'the text has both ranges and a verdict';
like $text, qr/ PerlRun .* 1\.17  within the noise$/m,
    'the text says that a difference is within the noise';

# Compares saved files, as a user does.
my $dir = tempdir(CLEANUP => 1);
Mehari::Bench::Compare::save_run("$dir/old", $old);
Mehari::Bench::Compare::save_run("$dir/new", $new);
my ($status, $out, $err)
    = Mehari::Test::Bench::bench('--compare', "$dir/old", "$dir/new");
is $status, 0, 'mehari bench --compare exits with 0';
is $out, Mehari::Bench::Compare::text($got, $old, $new),
    'mehari bench --compare prints the text'
    or diag $err;
($status, $out)
    = Mehari::Test::Bench::bench('--json', '--compare', "$dir/old",
    "$dir/new");
is_deeply decode_json($out)->{rows}[0]{verdict}, $got->{rows}[0]{verdict},
    'mehari bench --compare prints JSON';
open my $file, '>', "$dir/other" or die $!;
print {$file} '{}';
close $file;
($status, $out, $err)
    = Mehari::Test::Bench::bench('--compare', "$dir/old", "$dir/other");
is $status, 1, 'mehari bench --compare of another file exits with 1';
like $err, qr/is not a report of mehari bench/,
    'mehari bench --compare says that a file is no report';

done_testing;
