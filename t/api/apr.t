# Modules of APR, on one server: the answers of the subs of t/fixtures/api.

use Mehari::Test;
use Mehari::Test::Call;

my $h = call_server();

# APR::Date and APR::UUID: their results for strings.
subtest 'APR::Date' => sub {
    answering('TestDate', server => $h);

    answers('http',   '');
    answers('rfc',    '');
    answers('others', -37, 3_939_871_777, 0, 0, 0, 0);

    my $id = 'd48889bb-d11d-b211-8567-ec81968c93c6';
    answers('uuids', 100, 0);
    answers('parses', 'APR::UUID', $id, $id);
    is_called($h, 'TestDate', 'parses_no',
        qr/^died: .*parse\(\): argument 1 must be 36 characters.*not "d48889bb"/
    );
};

# APR::Error and APR::Status: the exceptions, their methods, and the exception
# of exit.
subtest 'APR::Error' => sub {
    answering('TestError', server => $h);

    my $text = "Apache2::RequestIO::sendfile('/no/such/file'): (2) "
        . 'No such file or directory at TestError.pm line 12';

    answers('fields', 'APR::Error', 2,
        "Apache2::RequestIO::sendfile('/no/such/file')",
        'TestError.pm', 12);
    answers('text',     $text);
    answers('compared', 1, 1, 1, 0, 1, 1, 1);
    answers('number',   2);
    is_called($h, 'TestError', 'mixed',
        qr/^so: Apache2::RequestIO::sendfile/);
    is_called($h, 'TestError', 'added',
        qr/^died: APR::Error: Can't handle '\+'/);
    is_called($h, 'TestError', 'equal',
        qr/^died: APR::Error: Can't handle 'eq'/);
    answers('looked', 2);
    answers('strerror', 'No such file or directory', 'exit was called');
    answers('confesses', 'F: (2) No such file or directory at f line 7',
        'trace');
    answers('clucks', 1);
    answers('hooks', 1, 1);

    answers('kinds', 1, 0, 1, 1, 1, 1, 1, 1, 0, 0, 0);

    subtest 'exit' => sub {
        answers('exits', 'APR::Error', 1, 0, 0, 1, 'x');
        answers('hook_stays', 'told: after');
    };
};

# APR::SockAddr, APR::IpSubnet, and APR::Socket on the client's connection.
subtest 'APR::SockAddr and APR::Socket' => sub {
    answering('TestNetwork', server => $h);

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
    my $length
        = '$socket->send(): argument 2 must be a length from 0 to 3, that '
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
};

# APR::ThreadMutex, APR::ThreadRWLock, APR::OS and Apache2::MPM: threads, and
# prefork, which has none.
subtest 'APR::ThreadMutex and others' => sub {
    answering('TestThread', server => $h);

    answers('mutex', qw(done busy done done done APR::Pool same));
    answers('rwlock',
        qw(done done busy done done done busy done done done APR::Pool));
    answers('keeps_pool', qw(done done done done));
    answers('many',       'fine');
    is_called($h, 'TestThread', 'pool_first',
        qr/^died: \$mutex->lock\(\): called after its pool was/);
    answers('thread', 'a number', 'same');
    answers('mpm', 'prefork', 0, 0, 0, 'forks', 1, 'undef');
};

done_testing;
