# A lease begins with a request. That request's process reports the end of
# another request, while httpd asks for the end of this one: httpd gets the end
# of its own request.

use Mehari::Test;
use Time::HiRes           qw(sleep);
use Mehari::Test::Gateway qw(gateway_server pool_processes script);
use Mehari::Test::Pool;
use Mehari::Test::Rollback;
use Mehari::Test::Wire;

my $speaks = Mehari::Test::Pool::build_folder() . '/t/attack/speaks';
needs($speaks);
plan skip_all => rollback_missing()            if rollback_missing();
plan skip_all => 'only root speaks for others' if $> != 0;

my $ROUNDS  = 12;
my $TIMEOUT = 5;     # seconds that httpd waits
my $OTHER   = 77;    # no request's number

my $h = gateway_server(
    perl_pool => 'lease-after=1',
    workers   => 1,
    config    => "Timeout $TIMEOUT\n",
);
script($h, 'closes.pl', <<'EOF_SCRIPT');
$SIG{TERM} = 'IGNORE';
$| = 1;
print "Content-Type: text/plain\n\n$$ ", getppid, "\n";
exit if !$ENV{QUERY_STRING};
select undef, undef, undef, 0.1;
close $_ for *STDIN, *STDOUT, *STDERR;
select undef, undef, undef, 3;
EOF_SCRIPT

my $done = message('DONE', $OTHER, STATUS => number(0));
my ($said, @late) = (0);
for my $round (1 .. $ROUNDS) {
    get($h, '/closes.pl');
    sleep 0.02;    # then the next begins a lease
    my $manager = pool_processes($h)->{default};
    my $client  = client($h, timeout => $TIMEOUT - 1);
    $client->send("GET /closes.pl?1 HTTP/1.0\r\n\r\n");
    my ($run, $template)
        = $client->read_until(qr/\d+ \d+\n\z/) =~ /(\d+) (\d+)\n\z/;
    sleep 0.1 + 0.01 * $round;
    my @words = ($manager, $template, $run, unpack 'H*', $done);
    $said++ if qx($speaks report @words) eq "reported\n";
    push @late, $round if $client->read_response->{late};
}
is $said, $ROUNDS,
    'the process says the end of a request that is not its own';
is_deeply \@late, [], 'no request waits for an answer';

done_testing;
