# A client that is slow to take the first response of a worker: httpd has
# released the worker, waits for the client, and does not ask whether the
# manager has read the request.

use Mehari::Test;
use Time::HiRes           qw(sleep);
use Mehari::Test::Gateway qw(wait_until);
use Mehari::Test::Worker;

my $SIZE = 4 * 65536; # more than the sockets hold, less than PerlBuffer keeps

for my $mpm (qw(prefork event)) {
    my $h = worker_server(
        mpm       => $mpm,
        perl_pool => 'workers=2',
        config    => "SendBufferSize 16384\n",
    );
    for my $round (1 .. 8) {
        my ($worker) = body($h, 'pid') =~ /(\d+)/;
        kill KILL => $worker;
        wait_until(sub { !kill 0 => $worker });
        my $client = client($h, receive => 8192);
        $client->send("GET /w?big&$SIZE HTTP/1.1\r\nHost: localhost\r\n\r\n");
        sleep 0.3;    # longer than httpd waits for a client that keeps up
        my $response = $client->read_response('GET');
        ok $response->complete, "$mpm, $round: the response is whole";
        is length $response->body, $SIZE, "$mpm, $round: and all of it";
    }
    unlike $h->error_log, qr/exit signal/, "$mpm: no child has crashed";
}

done_testing;
