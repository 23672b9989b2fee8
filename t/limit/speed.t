# PerlSpeedLimit and Apache2::SpeedLimit: clients that send requests too fast get 429.

use Mehari::Test;
use POSIX ();
use Mehari::Test::Gateway;

my $ADDRESS = <<~'CONF';
    RemoteIPHeader X-Client
    RemoteIPInternalProxy 127.0.0.1
    CONF

# The statuses of so many requests, one after the other.
sub statuses ($h, $count, $path, $client = undef) {
    my %with = defined $client ? (headers => { 'X-Client' => $client }) : ();
    return join ' ', map { get($h, $path, %with)->status } 1 .. $count;
}

sub limited ($config, %option) {
    return gateway_server(
        modules => ['remoteip'],
        config  => $ADDRESS . $config,
        %option
    );
}

my $PLACES = <<~'CONF';
    <Location "/plain.pl">
    PerlSpeedLimit 3/3600
    </Location>
    <Location "/plain.txt">
    PerlSpeedLimit 2/3600 burst=4
    </Location>
    <Location "/quick.txt">
    PerlSpeedLimit 2/1 burst=1
    </Location>
    <Location "/free">
    PerlSpeedLimit 1/3600
    </Location>
    <Location "/free/at-last.txt">
    PerlSpeedLimit Off
    </Location>
    CONF

sub site ($mpm) {
    my $h = limited($PLACES, mpm => $mpm, start => 0, workers => 4);
    script($h, 'plain.pl', qq{print "Content-Type: text/plain\n\nhere\n";});
    write_file($h->document_root . "/$_", "here\n")
        for qw(plain.txt quick.txt free/at-last.txt free/not.txt);
    $h->{config}
        .= qq(<FilesMatch "txt\$">\nSetHandler None\n</FilesMatch>\n);
    return $h->start;
}

for my $mpm (qw(event prefork)) {
    my $h    = site($mpm);
    my $mark = $h->error_log_mark;
    is statuses($h, 5, '/plain.pl'), '200 200 200 429 429',
        "$mpm: a script of a pool, over all processes";
    my $refused = get($h, '/plain.pl');
    my $wait    = $refused->header('Retry-After');
    cmp_ok $wait, '>',  1190, 'Retry-After: when there is one again';
    cmp_ok $wait, '<=', 1200, 'Retry-After is not later than needed';
    is get($h, '/plain.pl', method => 'HEAD')->status, 429,
        'HEAD counts as a request too';
    log_like($h, $mark,
        qr/client 127.0.0.1 sends requests faster than PerlSpeedLimit.*\[MH2033\]/
    );
    is + (() = $h->error_log_since($mark) =~ /sends requests faster/g), 1,
        'said once, not for each request';

    is statuses($h, 5, '/plain.txt'), '200 200 200 200 429',
        'a burst; another place counts for itself';
    is statuses($h, 3, '/free/not.txt'), '200 429 429',
        'a limit of an outer place holds';
    is statuses($h, 3, '/free/at-last.txt'), '200 200 200',
        'PerlSpeedLimit Off frees a place';

    is statuses($h, 2, '/free/not.txt', '10.1.1.1'), '200 429',
        'another client has a count of its own';
    is statuses($h, 2, '/free/not.txt', '10.1.1.2'), '200 429',
        'a second other client';
    is statuses($h, 1, '/free/not.txt', '2001:db8:1:2::1'), '200',
        'a client by IPv6 has a count of its own';
    is statuses($h, 1, '/free/not.txt', '2001:db8:1:2:ffff::9'), '429',
        'an address in the same /64 is the same client';
    is statuses($h, 1, '/free/not.txt', '2001:db8:1:3::1'), '200',
        'an address in another /64 is another client';
    is statuses($h, 1, '/free/not.txt', '::ffff:10.1.1.1'), '429',
        'IPv4 in another form';

    is statuses($h, 2, '/quick.txt'), '200 429',
        'one request at a time is served';
    select undef, undef, undef, 0.6;
    is statuses($h, 2, '/quick.txt'), '200 429',
        'the next request is served after a while';
    is get($h, '/quick.txt')->header('Retry-After'), 1,
        'Retry-After is in whole seconds';

    # After a restart, an old process may still take a connection, and it has
    # its own counts.
    my @before = $h->children;
    $h->graceful;
    ok wait_until(
        sub {
            !grep { kill 0, $_ } @before;
        }
        ),
        'the processes of before have ended';
    is statuses($h, 4, '/plain.pl'), '200 200 200 429',
        'a restart begins anew';
}

subtest 'a table that is full' => sub {
    my $h = limited(<<~'CONF', mpm => 'event');
        PerlSpeedLimit clients=8
        <Location "/">
        PerlSpeedLimit 3/3600
        SetHandler None
        </Location>
        CONF
    write_file($h->document_root . '/x.txt', 'x');
    is statuses($h, 4, '/x.txt', '10.0.0.1'), '200 200 200 429',
        'a known client is counted in a full table';
    my %passed;
    $passed{ statuses($h, 1, '/x.txt', "10.9.0.$_") }++ for 1 .. 100;
    is_deeply \%passed, { 200 => 100 }, 'nobody is refused for others';
    is statuses($h, 1, '/x.txt', '10.0.0.1'), '429',
        'new clients do not drive out one who is too fast';
};

subtest 'many at once' => sub {
    my $h = server(workers => 4, config => <<~'CONF');
        <Location "/">
        PerlSpeedLimit 50/86400
        </Location>
        CONF
    write_file($h->document_root . '/x.txt', 'x');
    my @clients = map {
        open(my $out, '-|') // die "fork: $!\n" or do {
            syswrite STDOUT, join '',
                map { get($h, '/x.txt')->status == 200 ? 'x' : '' } 1 .. 40;
            POSIX::_exit(0);
        };
        $out;
    } 1 .. 4;
    my $passed = 0;
    $passed += length(<$_> // '') for @clients;
    is $passed, 50, 'exactly fifty of many requests at once are served';
};

subtest 'HTTP/2' => sub {
    plan skip_all => 'curl speaks no HTTP/2' if !has_http2();
    my $h = gateway_server(http2 => 1, config => <<~'CONF');
        <Location "/hello.pl">
        PerlSpeedLimit 2/3600
        </Location>
        CONF
    my @statuses = map {
        (
            curl(
                '--http2-prior-knowledge',      '-w',
                '%{http_code}/%{http_version}', '-o',
                '/dev/null',                    $h->url('/hello.pl')
            )
        )[1]
    } 1 .. 3;
    is "@statuses", '200/2 200/2 429/2', 'streams are requests like others';
};

subtest 'in workers' => sub {
    my $h = server(mpm => 'event', workers => 4, config => <<~'CONF');
        PerlPool default workers=2
        PerlUsePool default
        PerlModule Apache2::SpeedLimit
        <Location "/own">
        SetHandler modperl
        PerlResponseHandler "sub { my $r = shift; $r->print( \
        Apache2::SpeedLimit::wait_for($r, 1, 100, 3) ? 'no' : 'yes'); 0 }"
        </Location>
        CONF
    is join(' ', map { get($h, '/own')->body } 1 .. 5),
        'yes yes yes no no', 'all virtual hosts share a table';
};

subtest 'Apache2::SpeedLimit' => sub {
    my $h = server(workers => 2, config => <<~'CONF');
        PerlModule Apache2::SpeedLimit
        <Location "/old">
        PerlAccessHandler Apache2::SpeedLimit
        PerlSetVar SpeedLimit 2
        PerlSetVar SpeedSamples 3
        SetHandler modperl
        PerlResponseHandler "sub { $_[0]->print(qq(old\n)); 0 }"
        </Location>
        <Location "/own">
        SetHandler modperl
        PerlResponseHandler "sub { my $r = shift; $r->print( \
        join q( ), map { Apache2::SpeedLimit::wait_for( \
        $r, 1, 100, 2, $r->args) } 1 .. 3); 0 }"
        </Location>
        <Location "/wrong">
        SetHandler modperl
        PerlResponseHandler "sub { my $r = shift; \
        eval { Apache2::SpeedLimit::wait_for($r, 0, 100) }; \
        $r->print($@); 0 }"
        </Location>
        CONF
    is statuses($h, 5, '/old'), '200 200 200 429 429',
        'Apache2::SpeedLimit works as a handler';
    my $wait = get($h, '/old')->header('Retry-After');
    cmp_ok $wait, '>', 25,
        'Apache2::SpeedLimit allows as many requests in a minute';
    cmp_ok $wait, '<=', 30,
        'Apache2::SpeedLimit waits no longer than SpeedLimit says';
    is get($h, '/own?a')->body, '0 0 100', 'wait_for gives the time to wait';
    is get($h, '/own?b')->body, '0 0 100', 'wait_for counts names apart';
    like get($h, '/own?a')->body, qr/\A(?:100 ?|99 ?){3}\z/,
        'wait_for counts over all processes';
    like get($h, '/wrong')->body, qr/takes 1 to 1000000 requests/,
        'PerlSpeedLimit without a speed is refused';
};

subtest 'what is no speed' => sub {
    for my $word (
        '20',  '0/60',      '20/0',        '20/60 burst=0',
        'x/y', '1/60 more', 'Off burst=1', '1/90000'
        )
    {
        my $h = limited("PerlSpeedLimit $word\n", start => 0);
        my ($good, $said) = $h->configtest;
        ok !$good, "PerlSpeedLimit $word is refused";
        like $said, qr{PerlSpeedLimit takes Off, or REQUESTS/SECONDS},
            'the refusal of PerlSpeedLimit says what it takes';
    }
};

done_testing;
