# Input filters that read and print: bodies with a length and in chunks, of
# every size, and filters that keep a part of the body back.

use Mehari::Test;
use Mehari::Test::Filter;

sub input ($name, $handler, @filters) {
    return place("/$name", $handler,
        map { "PerlInputFilterHandler $_" } @filters);
}

my $h = filter_server(
    modules => ['deflate'],
    config  => join(
        '',
        "PerlModule Stream\n",
        input('copy',    'echo', 'Stream::copy'),
        input('upper',   'echo', 'Stream::upper'),
        input('slow',    'echo', 'Stream::slow'),
        input('two',     'echo', 'Stream::upper', 'Stream::slow'),
        input('other',   'echo', 'Stream::slow',  'Stream::upper'),
        input('keeps',   'echo', 'Stream::uncomment'),
        input('decline', 'echo', 'Stream::quiet', 'Stream::upper'),
        input('once',    'echo', 'Stream::once'),
        input('method',  'echo', 'Stream->method'),
        place(
            '/both',
            'echo',
            'PerlInputFilterHandler Stream::upper',
            'PerlOutputFilterHandler Stream::slow'
        ),
        place('/added', 'echo', 'PerlHeaderParserHandler Stream::add_input'),
        place(
            '/zipped', 'echo',
            'PerlInputFilterHandler Stream::upper',
            'PerlSetInputFilter DEFLATE'
        )
    ),
);

sub post ($path, $body, %option) {
    return get($h, $path, method => 'POST', body => $body, %option)->body;
}

sub chunked ($path, @chunks) {
    my $client = client($h);
    $client->send("POST $path HTTP/1.1\r\nHost: a\r\n"
            . "Transfer-Encoding: chunked\r\n\r\n");
    $client->send(sprintf "%x\r\n%s\r\n", length, $_) for @chunks;
    $client->send("0\r\n\r\n");
    return $client->read_response('POST')->body;
}

for my $round (1, 2) {
    is post('/upper', 'abc'),  'ABC', 'an input filter changes the body';
    is post('/slow',  'abcd'), '[abc:3][d:1]', 'a reading of three';
    is post('/two', 'abcd'), '[ABC:3][D:1]', 'two input filters run in order';
    is post('/other', 'abcd'), '[ABC:3][D:1]',
        'two filters, configured in reverse';
    is post('/decline', 'abc'), 'ABC', 'an input filter may decline';
    is post('/method', 'abc'), 'Stream: abc',
        'a method may be an input filter';
    is post('/both', 'abcd'), '[ABC:3][D:1]',
        'an input filter works with one of output';
    is post('/added', 'abc'), 'ABC', 'an input filter may be added by Perl';
    is post('/upper', ''),    '',    'an empty body passes an input filter';
    is chunked('/upper', qw(ab cd ef)), 'ABCDEF',
        'a body in chunks passes an input filter';
    is post('/keeps', "#no\nyes\n#no\nlast"), "yes\nlast",
        'an input filter may leave out lines';
    is post('/keeps', ("#no\n" x 10_000) . "yes\n"), "yes\n",
        'an input filter may return nothing for a long time';
}

my $large = join '', map { "line $_\n" } 1 .. 100_000;
ok post('/copy',  $large) eq $large,    'a megabyte is as it was';
ok post('/upper', $large) eq uc $large, 'an input filter changes a megabyte';
ok chunked('/upper', map { substr $large, $_ * 20_000, 20_000 } 0 .. 50) eq
    uc substr($large, 0, 51 * 20_000), 'a megabyte in chunks';

subtest 'after a filter of httpd that unpacks' => sub {
    plan skip_all => 'there is no IO::Compress::Gzip'
        if !eval { require IO::Compress::Gzip };
    IO::Compress::Gzip::gzip(\(my $text = 'packed'), \my $gzip);
    is post('/zipped', $gzip, headers => { 'Content-Encoding' => 'gzip' }),
        'PACKED', 'the Perl filter sees the text';
};

subtest 'the connection goes on' => sub {
    my $client = client($h);
    for my $n (1 .. 3) {
        is $client->request('/upper', method => 'POST', body => "a$n")->body,
            "A$n", "the connection goes on with request $n";
    }
};

done_testing;
