# Sizes beyond 2 GiB: bodies of requests, files and parts of files, printed
# output, through a filter; and no more memory for them. MEHARI_LARGE=1 moves
# all these bytes, which takes a minute. Otherwise the numbers are as large, but
# only few bytes move.

use Mehari::Test;
use Time::HiRes qw(time);

my $GIB     = 2**30;
my $large   = $ENV{MEHARI_LARGE};
my $library = fixture('protocol');
my $h       = server(
    workers => 1,
    config  => <<~"CONF",
        PerlSwitches "-I$library"
        PerlModule Facts
        LimitRequestBody 0
        <Location "/">
        SetHandler modperl
        </Location>
        <Location "/file">
        PerlResponseHandler Facts::file
        </Location>
        <Location "/body">
        PerlResponseHandler Facts::body
        </Location>
        <Location "/long">
        PerlResponseHandler Facts::long
        PerlOutputFilterHandler Facts::counts
        PerlLogHandler Facts::logged
        </Location>
        <Location "/result">
        PerlResponseHandler Facts::result
        </Location>
        CONF
);

my $file = $h->root . '/tmp/sparse';
open my $out, '>:raw', $file or die $!;
for my $place (2 * $GIB + 5, 3 * $GIB - 4) {
    sysseek $out, $place, 0 or die $!;
    syswrite $out, 'here' or die $!;
}
close $out;
chmod 0644, $file;

sub part ($range, %option) {
    return get(
        $h, "/file?$range",
        headers => { 'X-File' => $file },
        %option
    );
}

# Reads the head and then so many bytes, without keeping them.
sub drain ($client, $bytes) {
    my $head = $client->read_until(qr/\r\n\r\n/) // '';
    my $got  = length $client->{bytes};
    $client->{bytes} = '';
    my $end = time + 300;
    while ($got < $bytes && time < $end) {
        my $more = sysread($client->socket, my $piece, 1_048_576) or last;
        $got += $more;
    }
    return ($head, $got);
}

subtest 'a file' => sub {
    for my $round (1, 2) {
        is part(2 * $GIB + 5 . ',4')->body, 'here',
            'a part of a file beyond 2 GiB is right';
        is part(3 * $GIB - 4)->body, 'here',
            'the end of a file of 3 GiB is right';
        is part(3 * $GIB - 4 . ',' . 9 * $GIB)->body, 'here',
            'a range beyond the end has no more';
        is length part(2 * $GIB - 3 . ',12')->body, 12,
            'a part of a file across 2 GiB is whole';
        my $all = part('', method => 'HEAD');
        is $all->header('Content-Length'), 3 * $GIB,
            'a file of 3 GiB is sent whole';
    }
    my $client = client($h);
    $client->send("GET /file? HTTP/1.1\r\nHost: a\r\nX-File: $file\r\n\r\n");
    my $want = $large ? 3 * $GIB : 2**20;
    my ($head, $got) = drain($client, $want);
    like $head, qr/^Content-Length: @{[3 * $GIB]}\r$/m,
        'the length of a file of 3 GiB is said';
    cmp_ok $got, '>=', $want, 'a file of 3 GiB comes';
};

subtest 'a body' => sub {
    my $size   = ($large ? 2148 : 20) * 2**20;
    my $client = client($h, timeout => 300);
    $client->send(
        "POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: $size\r\n\r\n");
    my $piece = 'x' x 2**20;
    $client->send($piece) for 1 .. $size / 2**20;
    is $client->read_response->body, "$size flat",
        "a body of $size bytes is read";
    $client->close;    # there is one worker
    for my $size (3 * $GIB, 2**40) {
        my $client = client($h);
        $client->send("POST /body HTTP/1.1\r\nHost: a\r\n"
                . "Content-Length: $size\r\n\r\nshort");
        $client->finish;
        is $client->read_response->status, 400,
            "$size bytes that do not come";
    }
};

subtest 'what is printed' => sub {
    my $count  = $large ? 2148 : 20;
    my $client = client($h, timeout => 300);
    $client->send("GET /long?$count HTTP/1.1\r\nHost: a\r\n"
            . "Connection: close\r\n\r\n");
    my ($head, $got) = drain($client, 1e12);
    $client->close;
    cmp_ok $got, '>', $count * 2**20, 'a long response comes';
    my $bytes = $count * 2**20;
    like get($h, '/result')->body, qr/\A$bytes \d+ flat\z/,
        'all of a long response was filtered';
    my ($sent) = get($h, '/result')->body =~ / (\d+) /;
    cmp_ok $sent, '>=', $bytes, 'bytes_sent counts beyond 32 bits';
};

done_testing;
