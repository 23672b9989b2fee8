# A handler's knowledge of connections: over IPv6, behind a proxy
# (mod_remoteip), by HTTP/2; and 103 by HTTP/2.

use Mehari::Test;
use IO::Socket::IP;
use Mehari::Test::Gateway;

my $library = fixture('protocol');
my %places  = (facts => 'handler', hints => 'hints', switch => 'unswitched');
my $places  = join '', map { <<~"CONF" } sort keys %places;
    <Location "/$_">
    SetHandler modperl
    PerlResponseHandler Facts::$places{$_}
    </Location>
    CONF

# NAME => VALUE of the lines of a body.
sub facts ($body) { return { $body =~ /^(\w+)=(.*)$/mg } }

my $has_ipv6 = IO::Socket::IP->new(LocalHost => '::1', Listen => 1);

my $h = server(
    workers => 1,
    modules => ['remoteip'],
    start   => 0,
    config  => qq(PerlSwitches "-I$library"\nPerlModule Facts\n$places)
        . <<~'CONF',
        <IfDefine IPV6>
        Listen [::1]:${PORT}
        </IfDefine>
        RemoteIPHeader X-Forwarded-For
        RemoteIPInternalProxy 127.0.0.1
        CONF
    defines => [ ('IPV6') x !!$has_ipv6 ],
);
undef $has_ipv6;
$h->start;

sub has ($facts, $expected, $name) {
    my %got = map { $_ => $facts->{$_} } keys %$expected;
    return is_deeply \%got, $expected, $name;
}

subtest 'a connection' => sub {
    my $client = client($h);
    for my $round (0 .. 2) {
        has(
            facts($client->request('/facts')->body),
            {
                protocol       => 'HTTP/1.1',
                proto_num      => 1001,
                the_request    => 'GET /facts HTTP/1.1',
                client_ip      => '127.0.0.1',
                client_address => '127.0.0.1',
                client_port    => 'some',
                local_ip       => '127.0.0.1',
                local_address  => '127.0.0.1',
                local_port     => 'the server\'s',
                useragent_ip   => '127.0.0.1',
                keepalives     => $round,
                aborted        => 0,
                https          => 'off',
                id             => 'a number',
            },
            "request $round"
        );
    }
};

subtest 'behind a proxy' => sub {
    for my $ip ('192.0.2.7', '2001:db8::7') {
        my $body
            = get($h, '/facts', headers => { 'X-Forwarded-For' => $ip })
            ->body;
        has(
            facts($body),
            { useragent_ip => $ip, client_ip => '127.0.0.1' },
            "the user's address and the proxy's: $ip"
        );
    }
    has(
        facts(get($h, '/facts')->body),
        { useragent_ip => '127.0.0.1' },
        "a changed address is not the next request's"
    );
};

subtest 'IPv6' => sub {
    plan skip_all => 'there is no ::1' if !@{ $h->{defines} };
    for my $round (1, 2) {
        my $socket = IO::Socket::IP->new(
            PeerHost => '::1',
            PeerPort => $h->port
        ) or die "cannot connect: $@";
        my $port = $h->port;
        print {$socket} "GET /facts HTTP/1.1\r\nHost: [::1]:$port\r\n"
            . "Connection: close\r\n\r\n";
        has(
            facts(join '', <$socket>),
            {
                client_ip      => '::1',
                client_address => '::1',
                local_ip       => '::1',
                local_address  => '::1',
                local_port     => 'the server\'s',
                useragent_ip   => '::1',
                hostname       => '::1',
            },
            "request $round"
        );
    }
};

# --- HTTP/2: httpd wants threads for it, and Perl a pool -------------------

sub by_http2 ($server, $path, @option) {
    my ($exit, $text)
        = curl('--http2-prior-knowledge', '-i', @option, $server->url($path));
    return $text =~ s/\r//gr;
}

my %http2 = (
    protocol     => 'HTTP/2.0',
    proto_num    => 2000,
    the_request  => 'GET /facts HTTP/2.0',
    client_ip    => '127.0.0.1',
    local_ip     => '127.0.0.1',
    useragent_ip => '127.0.0.1',
    aborted      => 0,
    https        => 'off',
    id           => 'a number',
);

sub http2_server ($mpm, $more) {
    return server(
        mpm     => $mpm,
        workers => 4,
        modules => ['http2'],
        config  =>
            qq(Protocols h2c http/1.1\nH2EarlyHints on\nPerlSwitches "-I$library"\n)
            . "PerlModule Facts\n$places$more"
    );
}

for my $mpm ('prefork', 'event') {
    subtest "HTTP/2, $mpm" => sub {
        plan skip_all => 'curl has no HTTP/2' if !has_http2();
        my $more
            = $mpm eq 'event'
            ? "<Location />\nPerlUsePool default\n</Location>\n"
            : '';
        my $server = http2_server($mpm, $more);
        for my $round (1, 2) {
            my $text = by_http2($server, '/facts');
            plan skip_all => "mod_http2 does not serve $mpm" if $text eq '';
            has(facts($text), \%http2, "request $round");
        }
        like by_http2($server, '/switch', '-H', 'Upgrade: lines'),
            $mpm eq 'event' ? qr{^HTTP/2 500 }m : qr/the same\z/,
            'no other protocol can be reached from here';
        like by_http2($server, '/hints'), qr{\AHTTP/2\ 103\s*\nlink:[^\n]+\n\n
               HTTP/2\ 200.*\n\nsent\z}sx, '103, here or from a worker';
    };
}

done_testing;
