# Protocols other than HTTP: PerlProcessConnectionHandler, by socket and by
# brigades.

use Mehari::Test;
use Mehari::Test::Filter;

my $server = filter_server(start => 0);
my @names  = qw(by_socket by_poll by_timeout by_brigade declines dying lower);
my %port   = map { $_ => $server->free_port } @names;

sub host ($name, @handlers) {
    return inside_host($port{$name},
        "PerlProcessConnectionHandler @handlers");
}

$server->{config} .= join '',
    "AcceptFilter http none\nPerlModule Connection\n",
    (map { host($_, "Connection::$_") }
        qw(by_socket by_poll by_timeout by_brigade dying)),
    host('declines', 'Connection::declines'),
    inside_host(
    $port{lower},
    'PerlOutputFilterHandler Connection::lower',
    'PerlProcessConnectionHandler Connection::declines',
    'PerlProcessConnectionHandler Connection::by_brigade'
    ),
    place('/page', 'short');
$server->start;

sub of ($name) {
    my $client = client($server, timeout => 10);
    $client->{port} = $port{$name};
    return $client;
}

sub says ($client, $sent, $expected, $name) {
    local $Test::Builder::Level = $Test::Builder::Level + 1;
    $client->send($sent);
    return is $client->read_until(qr/\n/), $expected, $name;
}

for my $round (1, 2) {
    my $client = of('by_socket');
    says($client, "hello\n", "HELLO\n", "by socket ($round)");
    says($client, "again\n", "AGAIN\n",
        "by socket ($round): the second line");
    says($client, "quit\n", "QUIT\n", "by socket ($round): the last line");
    is $client->read_all, '',
        "a connection by socket ends with its handler ($round)";

    $client = of('by_brigade');
    says($client, "hello\r\n", "olleh\n", "by brigades ($round)");
    says($client, "again\n", "niaga\n",
        "by brigades ($round): the second line");
    $client->finish;
    is $client->read_all, '', 'a connection goes on until the client ends';

    $client = of('lower');
    says($client, "HELLO\n", "olleh\n", 'the next handler, and a filter');

    $client = of('by_poll');
    says($client, "hello\n", "got hello\n", 'poll');
    is $client->read_until(qr/\n/), "waiting\n", 'the time is up';

    $client = of('by_timeout');
    is $client->read_until(qr/\n/), "late 100000\n",
        'a time-out ends the waiting of a handler';

    is of('declines')->request('/page')->body, "hello\n",
        'HTTP when the handler declines';

    my $mark = $server->error_log_mark;
    is of('dying')->read_all, '', 'a handler that dies ends the connection';
    log_like($server, $mark, qr/the protocol dies/);
}

is get($server, '/page')->body, "hello\n",
    'HTTP is served beside other protocols';

done_testing;
