# PerlTier fresh: those cases of t/cgi/cases that look at the process and at what
# one run could leave to the next.

use v5.36;
use Test::More;

use Mehari::Test qw(read_file source_root);
use Mehari::Test::Cgi;

my @AREAS
    = qw(ahead blocks changes children descriptors env exits handles input
    limits modules process random signals state);

# What one process for many requests cannot hide, and no harm is done. Before
# such a script runs fresh by `PerlTier auto`, all of fresh-differs.txt is found.
my %DIFFERS = map { $_ => 1 } qw(
    descriptors/data_is_open descriptors/list modules/autouse modules/run_time
    modules/run_time_by_request modules/run_time_xs process/pid
    process/symbol_table random/address random/hash_order_constant
    state/package_variable_of_module
);

my $known = read_file(source_root() . '/t/fixtures/fresh-differs.txt');
for my $name (sort keys %DIFFERS) {
    next if $name eq 'descriptors/list';    # it sees the one it is asked by
    like $known, qr{^t/cgi/cases/\Q$name\E\.pl\t}m, "$name is known";
}

local $ENV{MEHARI_CGI_CASES} = join ' ', map { "$_/" } @AREAS;
my @cases = grep { !$DIFFERS{ $_->name } } Mehari::Test::Cgi->cases;
my $test  = Mehari::Test::Cgi->new(
    setup => 'prefork',
    tier  => 'fresh',
    cases => \@cases,
);
$test->compare;
$test->report($_) for @cases;

done_testing;
