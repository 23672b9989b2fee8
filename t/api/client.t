# The identity of the client (IPv4, IPv6, behind a proxy), and sizes beyond 2
# GiB.

use Mehari::Test;
use IO::Socket::IP;
use Mehari::Test::Call;

my $six = IO::Socket::IP->new(LocalHost => '::1', Listen => 1);
undef $six if $six && !close $six;

my $h = call_server(
    modules => ['remoteip'],
    config  => sub ($httpd) {
        return <<~"CONF" . ('Listen [::1]:${PORT}' x !!$six);
            PerlSetEnv TEST_PORT $httpd->{port}
            PerlSetEnv TEST_ROOT $httpd->{document_root}
            <VirtualHost *>
            ServerName direct.example
            </VirtualHost>
            <VirtualHost *>
            ServerName proxied.example
            RemoteIPHeader X-Client
            RemoteIPInternalProxy 127.0.0.1
            </VirtualHost>
            CONF
    }
);
chmod 0777, $h->document_root;

sub who ($path, %option) {
    return [ split /\n/, get($h, $path, %option)->body ];
}

my $path = '/call/TestClient/who';
my @near = ('127.0.0.1') x 3;
for (1, 2) {
    is_deeply who($path),
        [
        @near,       'its port', '127.0.0.1', '127.0.0.1',
        '127.0.0.1', 'HTTP/1.1', 1001
        ],
        'a direct request shows its own addresses';
    is_deeply who(
        $path,
        headers => [ Host => 'proxied.example', 'X-Client' => '2001:db8::7' ]
        ),
        [
        @near,       'its port', '2001:db8::7', '2001:db8::7',
        '127.0.0.1', 'HTTP/1.1', 1001
        ],
        'behind a proxy: the user agent is another';
}

SKIP: {
    skip 'there is no IPv6 here', 2 if !$six;
    for (1, 2) {
        my $socket = IO::Socket::IP->new(
            PeerHost => '::1',
            PeerPort => $h->{port}
        ) or die "::1: $@";
        print {$socket} "GET $path HTTP/1.0\r\n\r\n";
        my $text = do { local $/ = undef; <$socket> };
        is $text =~ s/.*\r\n\r\n//sr,
            join("\n",
            '::1', '::1', '::1',      'its port', '::1',
            '::1', '::1', 'HTTP/1.0', 1000,       ''),
            'a request by IPv6 shows IPv6 addresses';
    }
}

for (1, 2) {
    is get($h, '/call/TestClient/part')->body, "theend\n3000000007\n0",
        'parts of a large file';
    is get($h, '/call/TestClient/offset')->body, 'end',
        'seek to the end reaches all that is left';
}

done_testing;
