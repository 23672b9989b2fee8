# APR::SockAddr, APR::IpSubnet, and APR::Socket on the client's connection.

use Mehari::Test;
use Mehari::Test::Call;

my $h = answering('TestNetwork');

answers(
    'addresses', '127.0.0.1', '127.0.0.1', 'ours',
    'theirs',    'equal',     'equal'
);
is_called($h, 'TestNetwork', 'port_is_read_only',
    qr/^died: \$addr->port\(\): takes no arguments/);

answers('subnets', 1, 1, 0, 1, 1, 0, 0);
answers(
    'bad_subnets',
    'APR::IpSubnet::new: (20016) The specified IP address is invalid.',
    'APR::IpSubnet::new: (20017) The specified network mask is invalid.'
);
answers('subnet_keeps_pool', 1);

is_called($h, 'TestNetwork', 'options',
    qr/^1500000\n1\n0\na socket\nAPR::Socket::opt_set: \(\d+\)/);
answers('polls', 'nothing comes', 'can be written');
my $length = '$socket->send(): argument 2 must be a length from 0 to 3, that '
    . 'of argument 1, not';
answers('refuses', "$length 4", "$length -1",
    '$socket->recv(): a length cannot be negative');
answers('waits', 'too late', 'not yet', 'APR::Error', 'APR::Error');

sub ask ($client, $sub) {
    return $client->send("GET /call/TestNetwork/$sub HTTP/1.0\r\n\r\n");
}

subtest 'reads and writes' => sub {
    my $client = client($h);
    ask($client, 'turns');
    is arrived($client, qr/ready/), 'ready',
        'no more is read than was asked for';
    $client->send("camel");
    like arrived($client, qr/went/),
        qr/\Areadylemac.*^5 came, 5 went/ms,
        'bytes go both ways, and are counted';
};

subtest 'the end' => sub {
    my $client = client($h);
    ask($client, 'ends');
    shutdown $client->{socket}, 1;
    like arrived($client, qr/>/), qr/^0 <>/m,
        'a read at the end is an empty string';

    $client = client($h);
    ask($client, 'closes');
    is arrived($client, qr/never/), 'closed',
        'the last bytes are followed by the end';
};

done_testing;
