# Apache2::RequestIO: a handler's output, the pieces in which it reaches the
# client, and files.

use Mehari::Test;
use Mehari::Test::Call qw(arrived call_server);

my $h = call_server(
    files    => { 'digits.txt' => '0123456789' },
    handlers => { '/io'        => 'TestRequestIO' },
    config   => <<'CONF',
PerlModule TestRequestIO
<Location /io/was_early>
PerlFixupHandler TestRequestIO::early
</Location>
CONF
);

sub answers ($sub, $expected, $name = $sub) {
    for my $response (get($h, "/io/$sub", repeat => 2)) {
        is $response->status, 200, "$name answers with status 200";
        if   (ref $expected) { like $response->body, $expected, $name }
        else                 { is $response->body,   $expected, $name }
    }
    return;
}

subtest 'strings' => sub {
    answers('counts',
              "abcde007-xfgh012345678901245689" . '89'
            . "\n5 0E0 0E0 5 3 10 3 3 2 2 0");
    answers('bytes', "nul\0 \xff \xc3\xa4");
    answers('wide',  "\xe2\x98\xba\xc3\xa4\xe2\x98\xba\n");
    answers('large', '0123456789' x 500_000);
};

subtest 'mistakes' => sub {
    answers(
        'wrong',
        join "\n",
        ('$r->write(): the offset is outside of the string') x 2,
        '$r->write(): the length cannot be negative',
        '$r->read(): the length cannot be negative',
        '$r->read(): the offset is outside of the string',
        '$r->read(): argument 1 must be a variable that can be written to,'
            . qq( but "constant" is read-only\n)
    );
    answers('was_early',
        q($r->print can't be called before the response phase));
};

subtest 'flushing' => sub {
    my $client = client($h);
    $client->send("GET /io/flushed HTTP/1.0\r\n\r\n");
    like arrived($client, qr/first;/), qr/first;\z/,
        'rflush sends what came before it';
    write_file($h->document_root . '/first', '');
    like arrived($client, qr/second;/), qr/second;\z/,
        '$| sends each print at once';
    write_file($h->document_root . '/second', '');
    like $client->read_all, qr/third;\z/, 'puts sends the rest at the end';
};

subtest 'files' => sub {
    answers('sends', 'before 0123456789 789 23489 after 0 0 0 0 0 22 2');
    my $sparse = $h->document_root . '/sparse.bin';
    open my $out, '>', $sparse or die "Cannot write $sparse: $!.\n";
    seek $out, 2**32, 0;
    print {$out} 'xcamels';
    close $out;
    answers('far', 'came', 'beyond 4 GiB');
};

subtest 'a client that goes' => sub {
    my $mark   = $h->error_log_mark;
    my $client = client($h);
    $client->send("GET /io/aborted HTTP/1.0\r\n\r\n");
    $client->close;
    write_file($h->document_root . '/gone', '');
    log_like($h, $mark, qr/aborted: Apache2::RequestIO::(?:print|rflush)/);
};

answers('opens', 'tied opened untied');

done_testing;
