# Apache2::Connection and the values that are noted on a connection.

use Mehari::Test;
use Mehari::Test::Inside;

my $h = inside_server(cases => ['Inside::Connection']);

inside($h, "Inside::Connection::$_")
    for qw(fields keepalive objects remote_host kill);

subtest 'notes live as long as the connection' => sub {
    my $client = client($h);
    my @once   = (client => $client, times => 1);
    inside($h, 'Inside::Connection::note',  @once);
    inside($h, 'Inside::Connection::noted', client => $client);
    $client->close;
    inside($h, 'Inside::Connection::gone', times => 1);
};

done_testing;
