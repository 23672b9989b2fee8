# With seccomp=on, too, a CGI program cannot tell perl-cgi from mod_cgi: the cases of
# t/cgi/cases that start programs, threads and children, and use the system most.

use Mehari::Test;
use Mehari::Test::Cgi;

my @AREAS = qw(children descriptors limits process programs signals);

# Cases that see the filter: prctl() tells it, and modify_ldt() is refused.
my %DIFFERS = map { $_ => 1 } qw(process/no_new_privs process/segments);

local $ENV{MEHARI_CGI_CASES} = join ' ', map { "$_/" } @AREAS;
my @cases = grep { !$DIFFERS{ $_->name } } Mehari::Test::Cgi->cases;
my $test  = Mehari::Test::Cgi->new(
    setup => 'prefork',
    pool  => 'seccomp=on',
    cases => \@cases,
);
$test->compare;
$test->report($_) for @cases;

done_testing;
