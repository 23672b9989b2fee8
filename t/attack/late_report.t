# A template has restored its memory and made its next run, but cannot report
# that yet, because other processes have the processor. That run gets a request,
# and ends before its manager knows of it. httpd hears how the run has ended,
# and not that it goes on.

use Mehari::Test;
use Time::HiRes           qw(time);
use Mehari::Test::Gateway qw(await_template gateway_server script);
use Mehari::Test::Pool;
use Mehari::Test::Rollback;

my $holds = Mehari::Test::Pool::build_folder() . '/t/attack/holds';
needs($holds);
plan skip_all => rollback_missing()            if rollback_missing();
plan skip_all => 'only root can hold the pool' if $> != 0;

my $HELD = 1500;    # ms

my $h = gateway_server(perl_pool => 'lease-after=0', workers => 4);
script($h, 'ends.pl', <<'EOF_SCRIPT');
$| = 1;
print "Content-Type: text/plain\n\n$$ ", getppid, "\n";
kill KILL => $$ if $ENV{QUERY_STRING} eq 'killed';
exit            if $ENV{QUERY_STRING} ne 'goes-on';
close $_ for *STDIN, *STDOUT, *STDERR;
select undef, undef, undef, 8;
EOF_SCRIPT

sub ids ($response) { return [ $response->body =~ /\A(\d+) (\d+)\n\z/ ] }

# Asks while the template is held; returns the answer and its seconds.
sub ask_held ($query) {
    await_template($h, '/ends.pl');
    my $template = ids(get($h, '/ends.pl'))->[1];
    open my $said, '-|', $holds, $template, $HELD or die "$holds: $!\n";
    is readline $said, "waits\n", 'somebody waits for the template\'s report';
    is ids(get($h, '/ends.pl'))->[1], $template, 'the template has a run';
    is readline $said,                "held\n",  'the template cannot report';
    my $began    = time;
    my $response = get($h, "/ends.pl?$query", timeout => 20);
    my $took     = time - $began;
    is readline $said, "let go\n", 'then it can';
    return ($response, $took);
}

for my $round (1 .. 2) {
    my ($response) = ask_held('killed');
    ok !$response->complete || $response->status == 500,
        'a script that was killed gives no whole answer'
        or diag $response->raw;

    my $took;
    ($response, $took) = ask_held('goes-on');
    is $response->status, 200,
        'a script that has closed its output is answered';
    ok $response->complete, 'whole';
    cmp_ok $took, '<', 7, 'before it ends';

    ($response) = ask_held('');
    is $response->status, 200, 'a script that has ended is answered';
    ok $response->complete, 'whole';
}

done_testing;
