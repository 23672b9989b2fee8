# Fresh programs inside httpd, compared with mod_cgi: the cases of t/cgi that
# are about what a program does and prints. Each runs several times, for two
# clients in turn, among all the others.

use v5.36;
use Test::More;
use Mehari::Test::Cgi;

# What a program in httpd's process cannot have.
my %DIFFERS = map { $_ => 1 } (
    # Modules stay loaded, with what they remember; their objects stay.
    qw(
        blocks/destroy_of_constant blocks/destroy_of_module
        cgi_pm/html_escape cgi_pm/warnings_to_browser modules/autouse
        modules/broken_then_again modules/registers_elsewhere modules/run_time
        modules/run_time_by_request modules/run_time_xs
        modules/same_name_elsewhere
    ),

    # STDIN is no descriptor, or a file.
    qw(input/closed_early input/kind input/sysread),

    # httpd has paths of its own in @INC; BEGIN blocks run in its process.
    qw(cgi_pm/fatals_at_compile_time exits/exec_in_begin),

    # Other words in the log; a cycle; perl's own signals.
    qw(
        input/limit_request_body state/weak_cycle state/signal_handlers
    ),
);

my @AREAS = qw(blocks cgi_pm exits input modules state);

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
