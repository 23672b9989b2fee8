# Fresh programs inside httpd, compared with mod_cgi: the cases of t/cgi that
# are about what a program does and prints. Each runs several times, for two
# clients in turn, among all the others.

use v5.36;
use Test::More;
use Mehari::Test::Cgi;

# What a program in httpd's process cannot have, and what BEGIN does once.
my %DIFFERS = ();

my @AREAS = qw(blocks cgi_pm env exits headers input modules state);

sub chosen ($case) {
    my ($area) = split m{/}, $case->name;
    return grep { $area eq $_ } @AREAS;
}

my @cases
    = grep { chosen($_) && !$DIFFERS{ $_->name } } Mehari::Test::Cgi->cases;
plan skip_all => 'none of them was chosen' if !@cases;
my $run = Mehari::Test::Cgi->new(
    setup      => 'prefork',
    handler    => 'Fresh',
    cases      => \@cases,
    raw_stderr => 1,
);
$run->compare;
$run->report($_) for @cases;
done_testing;
