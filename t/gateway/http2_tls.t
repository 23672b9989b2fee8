# HTTP/2 as browsers speak it, over TLS: every way in which Perl answers.

use Mehari::Test;
use Digest::MD5 qw(md5_hex);
use File::Temp  qw(tempdir);
use Mehari::Test::Certificate;
use Mehari::Test::Gateway;

my $keys = tempdir(CLEANUP => 1, DIR => Mehari::Httpd::temp_dir());
plan skip_all => 'openssl cannot make a certificate'
    if !certificate($keys, 'server', '/CN=localhost');
plan skip_all => 'curl has no HTTP/2' if !has_http2();

my $REGISTRY = "SetHandler perl-script\n"
    . "PerlResponseHandler ModPerl::Registry\nPerlOptions +ParseHeaders\n";
my %PLACE = (
    cgi      => "SetHandler perl-cgi\n",
    worker   => "PerlUsePool default\n$REGISTRY",
    embedded => $REGISTRY,
);

my $h = gateway_server(
    http2   => 'h2',
    modules => ['ssl'],
    config  => <<~"CONF" . join '', map { place($_) } sort keys %PLACE);
        SSLEngine on
        SSLSessionCache none
        SSLCertificateFile "$keys/server.crt"
        SSLCertificateKeyFile "$keys/server.key"
        SSLOptions +StdEnvVars
        CONF

sub place ($name) {
    return <<~"CONF";
        Alias "/$name/" "\${DOCUMENT_ROOT}/"
        <Location "/$name/">
        $PLACE{$name}
        </Location>
        CONF
}

script($h, 'variables.pl', <<~'PERL');
    print "Content-Type: text/plain\n\n";
    print "$_=", $ENV{$_} // '', "\n"
        for qw(SERVER_PROTOCOL HTTPS HTTP2 SSL_PROTOCOL QUERY_STRING);
    PERL
script($h, 'echo.pl', <<~'PERL');
    use Digest::MD5;
    binmode STDIN;
    my $md5 = Digest::MD5->new;
    my $bytes = 0;
    while (read STDIN, my $some, 65536) {
        $md5->add($some);
        $bytes += length $some;
    }
    print "Content-Type: text/plain\n\n$bytes ", $md5->hexdigest, "\n";
    PERL
script($h, 'large.pl', <<~'PERL');
    print "Content-Type: text/plain\n\n";
    print 'x' x 65536 for 1 .. 64;
    PERL

# Several paths at once, as streams of one connection. A pool may hold most of
# httpd's few threads, but not all.
sub asked ($options, @paths) {
    my @urls = map { $h->url($_) =~ s/\Ahttp:/https:/r } @paths;
    return curl(qw(-k --http2 --parallel --parallel-max 6), @$options, @urls);
}

my $body = join '', map { pack 'N', $_ * 2_654_435_761 % 2**32 } 1 .. 500_000;
my $file = write_file("$keys/body", $body);

for my $place (sort keys %PLACE) {
    subtest $place => sub {
        for my $round (1, 2) {
            my ($exit, $text) = asked([], "/$place/variables.pl?$round");
            is $exit, 0, "curl is content, $round";
            like $text, qr{\ASERVER_PROTOCOL=HTTP/2\.0\nHTTPS=on\nHTTP2=on\n
                SSL_PROTOCOL=TLSv1\S+\nQUERY_STRING=$round\n\z}x,
                'a script sees HTTP/2 and TLS in its variables';
        }
        my @queries = map { "/$place/variables.pl?s$_" } 1 .. 12;
        my ($exit, $text) = asked([], @queries);
        is $exit, 0, 'streams of one connection';
        is join(' ', sort { $a <=> $b } $text =~ /^QUERY_STRING=s(\d+)$/mg),
            "@{[ 1 .. 12 ]}", 'each stream has its own answer';
        ($exit, $text)
            = asked([ '--data-binary', "\@$file" ], "/$place/echo.pl");
        is $text, length($body) . ' ' . md5_hex($body) . "\n",
            'an upload by HTTP/2 arrives whole';
        ($exit, $text) = asked([], ("/$place/large.pl") x 3);
        is $text =~ tr/x//, 3 * 64 * 65536, 'large answers at once';
    };
}

done_testing;
