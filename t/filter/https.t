# Perl filters around TLS: those of a connection see what mod_ssl has decrypted
# and will encrypt, and so do the filters of a request.

use Mehari::Test;
use File::Temp qw(tempdir);
use Mehari::Test::Certificate;
use Mehari::Test::Filter;
use Mehari::Test::Gateway qw(curl has_curl);

plan skip_all => 'mod_perl filters the first response only' if !is_mehari();

my $keys = tempdir(CLEANUP => 1, DIR => Mehari::Httpd::temp_dir());
plan skip_all => 'openssl cannot make a certificate'
    if !certificate($keys, 'server', '/CN=localhost');
plan skip_all => 'curl is not installed' if !has_curl();

my $server = filter_server(
    modules => ['ssl'],
    start   => 0,
    files   => { 'page.txt' => "a page\n" },
);
my %port = map { $_ => $server->free_port }
    qw(output input added dies request lines);

sub host ($name, @lines) {
    return inside_host(
        $port{$name},
        'SSLEngine on',
        qq(SSLCertificateFile "$keys/server.crt"),
        qq(SSLCertificateKeyFile "$keys/server.key"),
        <<~'CONF', @lines);
        <Location "/">
        SetHandler modperl
        PerlResponseHandler Connection::show
        </Location>
        <Location "/page.txt">
        SetHandler default-handler
        </Location>
        <Location "/echo">
        PerlResponseHandler Content::echo
        </Location>
        CONF
}

my $upgrade = fixture('protocol');
$server->{config} .= join '',
    "AcceptFilter http none\nSSLSessionCache none\n",
    qq(PerlSwitches "-I$upgrade"\nPerlModule Stream Connection Upgrade\n),
    host('output',  'PerlOutputFilterHandler Connection::shout'),
    host('input',   'PerlInputFilterHandler Connection::header'),
    host('added',   'PerlPreConnectionHandler Connection::add'),
    host('dies',    'PerlOutputFilterHandler Connection::dies'),
    host('request', <<~'CONF'),
    <Location "/">
    PerlOutputFilterHandler Stream::upper
    </Location>
    CONF
    host('lines', <<~'CONF');
    <Location "/lines">
    PerlResponseHandler Upgrade::lines
    </Location>
    CONF
$server->start;

# The answers to three requests on one connection.
sub requests ($name, $path = '/', @option) {
    my $url = "https://127.0.0.1:$port{$name}$path";
    my ($exit, $text)
        = curl('-k', '--http1.1', @option, map { "$url?$_" } 1 .. 3);
    return $exit ? "exit $exit" : $text;
}

for my $round (1, 2) {
    is requests('output'), "HELLO nobody\n" x 3,
        "an output filter works under TLS ($round)";
    is requests('input'), join('', map { "hello $_\n" } 1 .. 3),
        "an input filter works under TLS ($round)";
    is requests('added'), join('', map { "HELLO $_\n" } 1 .. 3),
        "PerlPreConnectionHandler adds both filters under TLS ($round)";
    is requests('output', '/page.txt'), "a page\n" x 3,
        "a file passes a filter of the connection under TLS ($round)";
    is requests('request'), "HELLO NOBODY\n" x 3,
        "a filter of requests ($round)";
    is requests('request', '/page.txt'), "A PAGE\n" x 3,
        "a file passes a filter of the request under TLS ($round)";
    is requests('request', '/echo', '-d', 'body'), 'BODY' x 3,
        "a body passes a filter of the request under TLS ($round)";
}

subtest 'a filter that dies' => sub {
    my $mark = $server->error_log_mark;
    like requests('dies'), qr/\Aexit \d+\z/,
        'a filter that dies gives no answer under TLS';
    log_like($server, $mark, qr/dies on the connection/);
    is requests('output'), "HELLO nobody\n" x 3,
        'other connections go on after a filter died under TLS';
};

subtest 'another protocol after an upgrade' => sub {
    plan skip_all => 'there is no IO::Socket::SSL'
        if !eval { require IO::Socket::SSL };
    my $socket = IO::Socket::SSL->new(
        PeerAddr        => '127.0.0.1',
        PeerPort        => $port{lines},
        SSL_verify_mode => 0,
    ) or die "cannot connect: @{[ IO::Socket::SSL::errstr() ]}";
    print {$socket} "GET /lines HTTP/1.1\r\nHost: localhost\r\n"
        . "Connection: Upgrade\r\nUpgrade: lines\r\n\r\n";
    my $line;
    1 while defined($line = <$socket>) && $line =~ /\S/;
    is scalar <$socket>, "ready \n", 'a protocol over TLS begins';
    print {$socket} "abc\n";
    is scalar <$socket>, "cba\n", 'a protocol over TLS goes both ways';
};

done_testing;
