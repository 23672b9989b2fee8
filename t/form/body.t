# Bodies of forms: several readers, in any order; long bodies, in chunks, cut
# off, refused; and the files of uploads.

use Mehari::Test;
use File::Temp  qw(tempdir);
use Time::HiRes qw(sleep time);
use Mehari::Test::Form;

my $TYPE      = 'application/x-www-form-urlencoded';
my $MULTIPART = 'multipart/form-data; boundary=AaB';

my $dir = tempdir(CLEANUP => 1);
chmod 0777, $dir;

my $library = fixture('form');

sub form_server (%option) {
    my $switches = delete $option{switches} // '';
    return server(
        workers => 1,
        modules => ['cgid'],
        files => { 'count.cgi' => <<~'SH', %{ delete $option{files} // {} } },
            #!/bin/sh
            printf 'Content-Type: text/plain\n\n'
            cat | wc -c
            SH
        %option,
        handlers => { '/body' => [ 'TestBody', 'SetHandler perl-script' ] },
        config   => <<~"CONF",
            PerlSwitches "-I$library" $switches
            PerlModule TestBody
            ScriptSock "\${ROOT}/run/cgisock"
            <Location /body/limited>
            LimitRequestBody 1000
            </Location>
            <Location /count.cgi>
            Options +ExecCGI
            SetHandler cgi-script
            PerlAccessHandler TestBody::early
            </Location>
            CONF
    );
}

my $h = form_server(mpm => $ENV{MEHARI_TEST_MPM} // 'prefork');
chmod 0755, $h->document_root . '/count.cgi';

sub posted ($to, $path, $body, %option) {
    my $type = delete $option{type} // $TYPE;
    return get(
        $to, $path,
        method  => 'POST',
        body    => $body,
        headers => [ 'Content-Type' => $type ],
        %option
    );
}

sub posts ($path, $body, $expected, $name = $path, %option) {
    for my $response (posted($h, "/body/$path", $body, %option, repeat => 2))
    {
        is $response->body, $expected, $name;
    }
    return;
}

my $long = 'a=1&b=' . 'x' x 700_000;
my $sum  = unpack '%32C*', $long;

posts('lengths', $long,        "a 1\nb 700000",  'a long form');
posts('both',    'a=1&b=2',    "a=1\na b\n&b=2", 'begun, parsed, read on');
posts('redirects',      $long, length($long) . "\n$sum\na b", 'redirected');
posts('subrequest?q=1', 'a=1', "mine 1\ninner 1,xyz",         'a subrequest');
posts('lines',          "a=1\nb\nc", "3\n7",     'lines of STDIN');
posts('script',         'a=1&b=2',   "a b\na b", 'CGI.pm after it')
    if eval { require CGI };
is posted($h, '/count.cgi', $long)->body, length($long) . "\n",
    'mod_cgid reads the whole body afterwards';

subtest 'chunks' => sub {
    my @chunks = ('a=', '1', '&b=2', '2&c');
    my $head
        = "POST /body/lengths HTTP/1.1\r\nHost: localhost\r\n"
        . "Content-Type: $TYPE\r\n"
        . "Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n";
    like raw($h,
        join '', $head, (map { sprintf "%x\r\n%s\r\n", length, $_ } @chunks),
        "0\r\n\r\n"),
        qr/a 1\nb 2\nc 0/, 'a form in chunks is parsed';
};

subtest 'limits of httpd' => sub {
    is posted($h, '/body/limited', 'a=1')->body, "1\n0",
        "a body within httpd's limit is parsed";
    my $response = posted($h, '/body/limited', 'a=' . 'x' x 2000);
    is $response->status, 413, "a body beyond httpd's limit gets 413";
    posts('lengths', 'a=1', 'a 1', 'the next request');
};

subtest 'too many parameters' => sub {
    posts(
        'entries', join('&', ('a') x 100_000),
        100_000,   'as many as allowed'
    );
    posts('entries', join('&', ('a') x 100_001), 'error 120031', 'one more');
    my $part = form_part('; name=a', '');
    posts('entries', form_body(($part) x 10_001),
        'error 120031', 'parts', type => $MULTIPART);
    posts(
        'entries',
        "--AaB\r\nX: " . 'x' x 20_000,
        'error 120011',
        'a long header',
        type => $MULTIPART
    );
};

sub file ($data) {
    return form_body(
        form_part('; name="f"; filename="x"', $data =~ s/\n/\x0b/gr));
}

sub files_gone () {
    my $end = time + 30;
    sleep 0.02 while time < $end && glob "$dir/*";
    return !glob "$dir/*";
}

subtest 'uploads' => sub {
    my $data  = join '', map { chr 32 + $_ % 90 } 1 .. 600_000;
    my $check = unpack '%32C*', $data;
    my $size  = length $data;
    posts(
        "upload?$dir", file($data), "$size\n$size\n$check\n1",
        'a long one is in a file',
        type => $MULTIPART
    );
    ok files_gone(), 'a file of an upload goes away';
    posts(
        "upload?$dir", file('short'),
        join("\n", 5, 5, 560, 0),
        'a short one is not',
        type => $MULTIPART
    );
    posts("upload?$dir", form_body(form_part('; name=g', 1)),
        'none', 'none', type => $MULTIPART);
    posts("upload?$dir,read_limit=1000", file($data), 'error 120031',
        'refused', type => $MULTIPART);
    ok files_gone(), 'no file of an upload is left';
};

subtest 'an upload that is cut off' => sub {
    my $body   = file('x' x 600_000);
    my $client = client($h);
    $client->send(
        "POST /body/upload?$dir HTTP/1.0\r\n"
            . "Content-Type: $MULTIPART\r\nContent-Length: 900000\r\n\r\n"
            . substr $body,
        0, 500_000
    );
    my $end = time + 30;
    sleep 0.02 while time < $end && !glob "$dir/*";
    ok scalar(() = glob "$dir/*"), 'a file while it comes';
    $client->close;
    ok files_gone(), 'no error is noted for a body that is right';
};

subtest 'an upload that is kept' => sub {
    posted($h, "/body/kept?$dir", file('camel'), type => $MULTIPART);
    is get($h, '/body/of_kept')->body, "x\n5\ncamel\ngone",
        'an upload that is kept can be read in the next request';
};

subtest 'a hook that dies' => sub {
    my $mark = $h->error_log_mark;
    posts('hook_dies', file('x'), 'error 120000', 'is an error',
        type => $MULTIPART);
    log_like($h, $mark, qr/too many camels/);
};

subtest 'what is not caught' => sub {
    my $mark = $h->error_log_mark;
    my $response
        = posted($h, '/body/uncaught', file('x'), type => $MULTIPART);
    is $response->status, 500, 'an error that is not caught makes status 500';
    log_like($h, $mark,
        qr/APR::Request::body: \(120000\) Internal apreq error/);
    posts(
        'hook_exits', file('x'), 'before',
        'a hook that exits',
        type => $MULTIPART
    );
};

subtest 'taint' => sub {
    posts('tainted?q=1', 'a=1', "0\n0\n0", 'not without -T');
    my $other = form_server(mpm => 'prefork', switches => '-T');
    is posted($other, '/body/tainted?q=1', 'a=1')->body, "1\n1\n0",
        'fields of a form are tainted under -T';
};

done_testing;
