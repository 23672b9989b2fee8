# Programs made by chance: each run is as a new perl's.
#
# MEHARI_FUZZ_SEED is the first one's seed, MEHARI_FUZZ_SECONDS how long.

use v5.36;
use Errno      qw(EBADF ECHILD EINVAL ENOENT ENOTTY ESPIPE ESRCH);
use File::Temp qw(tempdir);
use Test::More;
use Time::HiRes qw(time);
use Mehari::Test;
use Mehari::Test::Fresh;
use Mehari::Test::Generator;

use constant BATCH => 8;

plan skip_all => fresh_missing() if fresh_missing();

my $seed    = $ENV{MEHARI_FUZZ_SEED}    // int rand 1_000_000;
my $seconds = $ENV{MEHARI_FUZZ_SECONDS} // 5;
my $folder  = tempdir(CLEANUP => !$ENV{MEHARI_FUZZ_KEEP});
my $until   = time + $seconds;
my $failed  = 0;
my $count   = 0;

sub script ($number) {
    my $path = "$folder/$number.pl";
    my $made = generate($number, "$folder/$number.lib");
    write_file($path,                 $made->{text});
    write_file("$folder/$number.lib", $made->{library_text});
    return $path;
}

# Recursion without an end makes perl crash; 124 is what timeout says.
sub ends ($perl) {
    return
           $perl->{err} !~ /Out of memory/
        && !($perl->{status} & 127)
        && ($perl->{status} >> 8 < 124 || $perl->{status} >> 8 == 255);
}

# die() ends with the number of the last error of the system, and that may be
# one of a module's loading, which is done once; so are its string evals.
sub without_traces ($perl) {
    s/\(eval \d+\)/(eval)/g for grep { defined } @$perl{qw(out err)};
    return if !defined $perl->{status};
    my $code = $perl->{status} >> 8;
    $perl->{status} = 'failed'
        if grep { $code == $_ } 255, ENOENT, EBADF, ECHILD, EINVAL, ENOTTY,
        ESRCH, ESPIPE;
    return;
}

diag "seed $seed";
while (time < $until && $failed < 5) {
    my (@numbers, @scripts, @expected);
    while (@scripts < BATCH) {
        my $number = $seed++;
        my $script = script($number);
        my $perl   = new_perl($script);
        next if !ends($perl);
        push @numbers,  $number;
        push @scripts,  $script;
        push @expected, $perl;
    }
    my @runs = fresh_runs(3, @scripts);
    for my $at (0 .. $#scripts) {
        without_traces($_) for $expected[$at], @{ $runs[$at] };
        my $why = differences($scripts[$at], $runs[$at], $expected[$at]);
        $count++;
        next if $why eq '';
        $failed++;
        fail "seed $numbers[$at]";
        diag $why;
    }
}
ok $count > 0, "$count programs";
done_testing;
