# Requests that nobody sends by accident, and clients that go away: each gets
# a whole answer or none, and the child that met it serves the next.

use Mehari::Test;
use Time::HiRes qw(sleep time);

my $h = server(
    workers  => 1,
    handlers => {
        '/modperl'     => 'My::Look',
        '/perl-script' => [ 'My::Look', 'SetHandler perl-script' ],
    },
    config => <<~'CONF',
        Timeout 5
        LimitRequestBody 200000
        AcceptPathInfo On
        AllowEncodedSlashes On
        PerlModule ModPerl::Registry ModPerl::PerlRun
        PerlRequire ${ROOT}/conf/startup.pl
        <FilesMatch "\.pl$">
            SetHandler perl-script
            PerlResponseHandler ModPerl::Registry
            PerlOptions +ParseHeaders
            Options +ExecCGI
        </FilesMatch>
        <FilesMatch "\.run$">
            SetHandler perl-script
            PerlResponseHandler ModPerl::PerlRun
            PerlOptions +ParseHeaders
            Options +ExecCGI
        </FilesMatch>
        CONF
    start => 0,
);
write_file($h->root . '/conf/startup.pl', <<'PERL');
use strict;
use warnings;
use Apache2::RequestRec ();
use Apache2::RequestIO ();
use Apache2::RequestUtil ();
use Apache2::Connection ();
use APR::Table ();

# Looks at all data that the client sends.
sub My::Look::handler {
    my ($r) = @_;
    $r->content_type('text/plain');
    my @seen = map { $_ // '' } $r->the_request, $r->method, $r->uri,
        $r->unparsed_uri, $r->args, $r->path_info, $r->filename, $r->hostname,
        $r->user, $r->protocol, $r->as_string;
    my %in = %{ $r->headers_in };
    my $length = 0;
    my $read = eval {
        while ($r->read(my $buffer, 1000)) { $length += length $buffer }
        1;
    };
    $r->print(join "\n", @seen, (map { "$_=$in{$_}" } sort keys %in),
        "read $length", $read ? 'whole' : "broken $@", "end\n");
    return 0;
}
1;
PERL
my $script = <<'PERL';
use strict;
use warnings;
my ($length, $buffer) = (0);
my $read = eval {
    while (read STDIN, $buffer, 1000) { $length += length $buffer }
    1;
};
print "Content-Type: text/plain\n\n",
    (map { "$_=$ENV{$_}\n" } sort keys %ENV), "read $length\n", "end\n";
PERL
write_file($h->document_root . "/script.$_", $script, 0755) for qw(pl run);
$h->start;

my @places = qw(/modperl /perl-script /script.pl /script.run);

# The bytes after "METHOD place"; PLACE is one of the places.
my $host  = "Host: localhost\r\nConnection: close\r\n";
my $post  = "POST PLACE HTTP/1.1\r\n$host";
my $chunk = "${post}Transfer-Encoding: chunked\r\n\r\n";
my %input = (
    'a header of 8 KB' => "GET PLACE HTTP/1.1\r\n${host}X: "
        . 'x' x 8100
        . "\r\n\r\n",
    'a header of 100 KB' => "GET PLACE HTTP/1.1\r\n${host}X: "
        . 'x' x 100_000
        . "\r\n\r\n",
    '99 headers' => "GET PLACE HTTP/1.1\r\n$host"
        . join('', map { "X-$_: $_\r\n" } 1 .. 95) . "\r\n",
    '1000 headers' => "GET PLACE HTTP/1.1\r\n$host"
        . join('', map { "X-$_: $_\r\n" } 1 .. 1000) . "\r\n",
    'the same header 90 times' => "GET PLACE HTTP/1.1\r\n$host"
        . "Cookie: a=b\r\n" x 90 . "\r\n",
    'an empty header name' => "GET PLACE HTTP/1.1\r\n$host: x\r\n\r\n",
    'bytes in a header'    =>
        "GET PLACE HTTP/1.1\r\n${host}X: \xff\xfe\x80\r\n\r\n",
    'NUL in a header'  => "GET PLACE HTTP/1.1\r\n${host}X: a\0b\r\n\r\n",
    'NUL in the query' => "GET PLACE?a\0b HTTP/1.1\r\n$host\r\n",
    '%00 in the query' => "GET PLACE?a%00b HTTP/1.1\r\n$host\r\n",
    '%00 in the path'  => "GET PLACE/a%00b HTTP/1.1\r\n$host\r\n",
    'bytes in the path info' =>
        "GET PLACE/%ff%fe/\xe9%0a HTTP/1.1\r\n$host\r\n",
    'newlines in the path info' =>
        "GET PLACE/a%0d%0aSet-Cookie:%20x HTTP/1.1\r\n$host\r\n",
    'dots in the path info' => "GET PLACE/../..//./x HTTP/1.1\r\n$host\r\n",
    'slashes in the path info' => "GET PLACE/%2f%2f HTTP/1.1\r\n$host\r\n",
    'a long path info'         => "GET PLACE/"
        . 'y' x 4000
        . " HTTP/1.1\r\n$host\r\n",
    'a long query' => "GET PLACE?" . 'q' x 7000 . " HTTP/1.1\r\n$host\r\n",
    'a query of escapes' => "GET PLACE?"
        . '%' x 500
        . " HTTP/1.1\r\n$host\r\n",
    'formats' => "GET PLACE/%25s%25n?%25n HTTP/1.1\r\n${host}X: %n%s\r\n\r\n",
    'Perl'    => "GET PLACE/\@{[die]}/\$x?;die HTTP/1.1\r\n$host\r\n",
    'HTTP/0.9'      => "GET PLACE\r\n",
    'HTTP/1.0'      => "GET PLACE HTTP/1.0\r\n\r\n",
    'HTTP/9.9'      => "GET PLACE HTTP/9.9\r\n$host\r\n",
    'no host'       => "GET PLACE HTTP/1.1\r\nConnection: close\r\n\r\n",
    'an odd method' => "BREW PLACE HTTP/1.1\r\n$host\r\n",
    'HEAD'          => "HEAD PLACE HTTP/1.1\r\n$host\r\n",
    'an odd range'  =>
        "GET PLACE HTTP/1.1\r\n${host}Range: bytes=5-1,-0,9-\r\n\r\n",
    'a body shorter than said' => "${post}Content-Length: 50\r\n\r\nshort",
    'a body longer than said'  => "${post}Content-Length: 5\r\n\r\n"
        . 'x' x 500,
    'a length below zero' => "${post}Content-Length: -5\r\n\r\nshort",
    'a length of words'   => "${post}Content-Length: many\r\n\r\nshort",
    'a huge length' => "${post}Content-Length: 99999999999999999999\r\n\r\n",
    'too long a length' => "${post}Content-Length: 300000\r\n\r\nshort",
    'two lengths'       =>
        "${post}Content-Length: 5\r\nContent-Length: 6\r\n\r\nshorts",
    'length and chunks' => "${post}Content-Length: 5\r\n"
        . "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    'chunks'              => "${chunk}5\r\nhello\r\n0\r\n\r\n",
    'chunks with trailer' => "${chunk}5;x=y\r\nhello\r\n0\r\nX: y\r\n\r\n",
    'no end of chunks'    => "${chunk}5\r\nhello\r\n",
    'a chunk cut off'     => "${chunk}50\r\nhello",
    'a chunk of words'    => "${chunk}zzz\r\nhello\r\n0\r\n\r\n",
    'a huge chunk'        => "${chunk}ffffffffffffffffff\r\nhello\r\n",
    'a chunk below zero'  => "${chunk}-5\r\nhello\r\n0\r\n\r\n",
    'a NUL chunk'         => "${chunk}5\0\r\nhello\r\n0\r\n\r\n",
    'chunks beyond the limit' => $chunk
        . ('1000' . "\r\n" . 'x' x 4096 . "\r\n") x 60
        . "0\r\n\r\n",
    'an unknown encoding' => "${post}Transfer-Encoding: odd\r\n\r\nx",
    'Expect: 100'         =>
        "${post}Expect: 100-continue\r\nContent-Length: 5\r\n\r\nhello",
    'Expect: words' =>
        "${post}Expect: words\r\nContent-Length: 5\r\n\r\nhello",
    'form data cut off' =>
        "${post}Content-Type: multipart/form-data; boundary=x\r\n"
        . "Content-Length: 9\r\n\r\n--x\r\nA: b",
    'nothing but newlines' => "\r\n" x 50,
    'bytes'                => join('', map { chr } 0 .. 255) x 4,
    'a start of TLS'       => "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
);

# The required status for some requests.
my %status = (
    'chunks'                   => 200,
    'chunks with trailer'      => 200,
    'a body longer than said'  => 200,
    'a body shorter than said' => 200,
    'bytes in the path info'   => 200,
    'Perl'                     => 200,
    'formats'                  => 200,
    'a chunk of words'         => 400,
    'a NUL chunk'              => 400,
    'two lengths'              => 400,
    'NUL in the query'         => 400,
    'too long a length'        => 413,
    'chunks beyond the limit'  => 413,
);

sub serves ($name) {
    my $response = get($h, '/modperl?after');
    ok $response->status == 200 && $response->body =~ /^end$/m,
        "$name: and the next is served"
        or diag $response->raw;
    return;
}

my ($pid) = $h->children;
for my $name (sort keys %input) {
    for my $place (@places) {
        my $client = client($h, timeout => 20);
        $client->send($input{$name} =~ s/PLACE/$place/r);
        $client->finish;
        my $answer = $client->read_all;
        my ($status) = $answer =~ m{\AHTTP/1\.1 (\d+)};
        is $status, $status{$name}, "$name, $place: the status"
            if $status{$name};
        ok $answer eq '' || $answer =~ m{\AHTTP/1\.1 \d\d\d |\n?end\n\z}s,
            "$name, $place: an answer or none"
            or diag substr $answer, 0, 300;
        unlike $answer =~ s/\r\n\r\n.*//sr, qr/^Set-Cookie/m,
            "$name, $place: nothing gets into the header";
    }
    serves($name);
}

# Clients that leave: before the body, in its middle, before the answer.
for my $place (@places) {
    for my $bytes (
        "POST $place HTTP/1.1\r\n${host}Content-Length: 1000\r\n\r\n",
        "POST $place HTTP/1.1\r\n${host}Content-Length: 1000\r\n\r\nx",
        "GET $place HTTP/1.1\r\nHost: localhost\r\n\r\n" x 20,
        )
    {
        my $client = client($h);
        $client->send($bytes);
        setsockopt $client->socket, Socket::SOL_SOCKET(), Socket::SO_LINGER(),
            pack 'll', 1, 0;
        $client->close;
    }
    serves("clients that leave $place");
}

is_deeply [ $h->children ], [$pid], 'one child has met all hostile handlers';
unlike $h->error_log, qr/panic|Perl_|uninitialized/,
    'hostile code leaves no panic in the log';

done_testing;
