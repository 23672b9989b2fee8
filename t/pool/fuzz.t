# Parsers survive any input, and their promises hold: the test takes each seed
# and some thousand changes of it, the same in each run. `make fuzz` goes
# further.

use Mehari::Test;
use Cwd            qw(abs_path);
use File::Basename qw(basename dirname);
use File::Temp     qw(tempdir);
use Mehari::Httpd::Config;

my $program = dirname(Mehari::Httpd::Config::mehari_module()) . '/fuzz/fuzz';
needs($program);

my $dir = tempdir(CLEANUP => 1);
system(source_root() . '/fuzz/seeds', "$dir/seeds", $program) == 0
    or die "there are no seeds\n";
chdir $dir or die $!;

# The number of changes of each seed. It is smaller for requests, because they
# cost descriptors.
my %changes = (
    wire       => 3000,
    definition => 50_000,
    request    => 20_000,
    files      => 2000,
    site_files => 3000,
    shebang    => 1500,
    serve      => 20_000,
    answer     => 5000,
    status     => 20_000,
    text       => 20_000,
    form       => 20_000,
    cookie     => 20_000,
    multipart  => 3000,
);

# The failure, and the input that caused it.
sub ends_well ($target, $name, @words) {
    my $said = qx(@words 2>&1);
    is $?, 0, "$target: $name" and return;
    diag $said;
    diag map { sprintf "%s\n", unpack 'H*', read_file($_) }
        grep { -f } "crash-$target";
    return;
}

for my $target (sort keys %changes) {
    my @seeds = glob "seeds/$target/*";
    cmp_ok scalar @seeds, '>', 0, "$target: there are seeds";
    ends_well($target, 'as they are', $program, $target, @seeds);
    ends_well($target, 'changed', $program, $target, 'mutate',
        $changes{$target}, 1, @seeds);
    ends_well($target, 'from a pipe', "cat $seeds[0] |", $program, $target);
}

# The harness itself: a broken promise ends it, and the input stays in a file.
open my $to, '>', 'long' or die $!;
print {$to} 'x' x 200_000;
close $to or die $!;
ends_well('wire', 'more than a message may have', $program, 'wire', 'long');
is system("$program nothing 2>/dev/null") >> 8, 2,
    'an unknown target of the fuzzer exits with 2';

done_testing;
