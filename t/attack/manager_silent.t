# A manager that has been stopped does not say how a script has ended, and httpd
# waits no longer than Timeout: the answer is not shown as a whole one.

use Mehari::Test;
use Mehari::Test::Gateway qw(gateway_server pool_processes script);

my $TIMEOUT = 2;    # seconds; a manager is replaced after more than that

my $h = gateway_server(workers => 4, config => "Timeout $TIMEOUT\n");
script($h, 'killed.pl', <<'EOF_SCRIPT');
$| = 1;
print "Content-Type: text/plain\n\n";
kill STOP => $ENV{QUERY_STRING} if $ENV{QUERY_STRING};
print "half a page\n";
kill KILL => $$ if $ENV{QUERY_STRING};
EOF_SCRIPT

is get($h, '/killed.pl')->body, "half a page\n", 'the script is served';
for my $round (1 .. 2) {
    my $manager  = pool_processes($h)->{default};
    my $mark     = $h->error_log_mark;
    my $response = get($h, "/killed.pl?$manager", timeout => 20);
    ok !$response->complete || $response->status == 503,
        'the answer of a killed script is not whole'
        or diag $response->raw;

    # A manager stopped before it closed its copy of the script's output keeps
    # httpd from the end of that output.
    log_like($h, $mark,
        qr/its manager does not answer \[MH3011\]|Timeout [^\n]* \[MH3007\]/);
    kill CONT => $manager;
    is get($h, '/killed.pl', timeout => 20)->body, "half a page\n",
        'the next request is served';
}

done_testing;
