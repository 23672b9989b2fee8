# examples/streaming: events arrive one by one, to two clients at the same time.

use Mehari::Test qw(needs);
use IO::Select;
use IO::Socket::INET;
use Mehari::Test::Serve;

plan skip_all => 'mod_perl has no workers'
    if ($ENV{MEHARI_TEST_MODULE} // '') eq 'mod_perl';

my $server
    = Mehari::Test::Serve->start(
    Mehari::Test::Serve::root() . '/examples/streaming',
    '--workers', 2);
like $server->body('/'), qr/EventSource/, 'the page makes an EventSource';

sub client () {
    my ($port) = $server->url =~ /:(\d+)/;
    my $socket = IO::Socket::INET->new("127.0.0.1:$port")
        or die "Cannot connect: $!";
    print {$socket} "GET /clock?events=3 HTTP/1.0\r\n\r\n";
    return $socket;
}

my @clients = map { client() } 1, 2;
my %pieces  = map { $_ => [] } @clients;
my $select  = IO::Select->new(@clients);
while (my @ready = $select->can_read(30)) {
    for my $client (@ready) {
        if (sysread $client, my $piece, 65536) {
            push @{ $pieces{$client} }, $piece;
        }
        else {
            $select->remove($client);
        }
    }
    last unless $select->count;
}
for my $client (@clients) {
    my $text = join '', @{ $pieces{$client} };
    like $text, qr{^Content-Type: text/event-stream\r$}m,
        'the response is an event stream';
    is_deeply [ $text =~ /^data: (\d of 3):/mg ],
        [ '1 of 3', '2 of 3', '3 of 3' ], 'the response has all events';
    like $text, qr/^event: end\n/m, 'the response has the event of its end';
    cmp_ok scalar @{ $pieces{$client} }, '>=', 3,
        'the events do not come all at once';
}
is $server->end, 0, 'the server ends with status 0';
done_testing;
