# Output filters that read and print: in their order, with httpd's own, over
# many brigades, in subrequests and redirects, with a context of their own.

use Mehari::Test;
use Mehari::Test::Filter;

sub output ($name, $handler, @filters) {
    return place("/$name", $handler,
        map { "PerlOutputFilterHandler $_" } @filters);
}

my $h = filter_server(
    modules => [qw(include filter)],
    config  => join(
        '',
        "PerlModule Stream\n",
        output('upper',   'short',      'Stream::upper'),
        output('slow',    'short',      'Stream::slow'),
        output('around',  'pieces',     'Stream::around'),
        output('reverse', 'pieces',     'Stream::reverse'),
        output('count',   'pieces',     'Stream::count'),
        output('order',   'short',      'Stream::upper',   'Stream::around'),
        output('other',   'short',      'Stream::around',  'Stream::upper'),
        output('decline', 'pieces',     'Stream::decline', 'Stream::upper'),
        output('once',    'pieces',     'Stream::once'),
        output('head',    'long',       'Stream::head'),
        output('early',   'long',       'Stream::close_early'),
        output('names',   'short',      'Stream::names', 'Stream::upper'),
        output('tied',    'short',      'Stream::tied'),
        output('method',  'short',      'Stream->method'),
        output('bytes',   'bytes',      'Stream::bytes'),
        output('guarded', 'guarded',    'Stream::fail'),
        output('long',    'long',       'Stream::upper', 'Stream::upper'),
        output('outer',   'outer',      'Stream::around'),
        output('inner',   'short',      'Stream::upper'),
        output('through', 'through',    'Stream::slow'),
        output('passed',  'outer',      'Stream::slow'),
        output('direct',  'redirected', 'Stream::around'),
        output(
            'inline',
            'short',
            '"sub { my $f = shift; while ($f->read('
                . 'my $d)) { $f->print(lc reverse $d) } 0 }"'
        ),
        place('/added', 'short', 'PerlFixupHandler Stream::add'),
        <<~'CONF',
    <Location "/page.txt">
    PerlOutputFilterHandler Stream::upper
    </Location>
    <Location "/mixed.txt">
    Options +Includes
    PerlOutputFilterHandler Stream::upper
    PerlSetOutputFilter INCLUDES
    PerlOutputFilterHandler Stream::around
    </Location>
    <Location "/merged.txt">
    PerlOutputFilterHandler Stream::upper
    <If "true">
    PerlOptions +MergeHandlers
    PerlOutputFilterHandler Stream::around
    </If>
    </Location>
    <Location "/replaced.txt">
    PerlOutputFilterHandler Stream::upper
    <If "true">
    PerlOutputFilterHandler Stream::around
    </If>
    </Location>
    CONF
    ),
    files => {
        'page.txt'     => "a page\n" x 2000,
        'mixed.txt'    => qq(<!--#ECHO VAR="SERVER_PROTOCOL"-->\n),
        'merged.txt'   => 'merged',
        'replaced.txt' => 'replaced',
    },
);

sub gives ($path, $expected, $name = $path) {
    local $Test::Builder::Level = $Test::Builder::Level + 1;
    my $client = client($h);
    for my $round (1, 2) {
        my $response = $client->request($path);
        is $response->body, $expected,
            "$name filters the response of request $round"
            or diag $h->error_log;
        ok $response->{complete}, "$name: the response ends there";
    }
    return;
}

gives('/upper',     "HELLO\n");
gives('/slow',      "[hel:3][lo\n:3]");
gives('/around?3',  "<line 1\nline 2\nline 3\n>");
gives('/reverse?2', "\n2 enil\n1 enil");
gives('/order',     "<HELLO\n>");
gives('/other',     "<HELLO\n>");
gives('/decline?2', "DECLINED: LINE 1\nLINE 2\n");
gives('/once?3',    "once line 1\nline 2\nline 3\n");
gives('/head?100',  "xxxxx\n");
gives('/early?100', "only this\n");
gives('/tied',      "tied hello\n");
gives('/bytes',     "233.255\n\xe2\x82\xac", 'bytes and characters');
gives('/method',    "Stream: hello\n");
gives('/inline',    "\nolleh");
gives('/page.txt',  "A PAGE\n" x 2000, 'a file of httpd\'s');
gives('/mixed.txt', "<HTTP/1.1\n>",    'httpd\'s filter between two of ours');
gives('/merged.txt',   '<MERGED>');
gives('/replaced.txt', '<replaced>');
gives('/outer?/inner', "<before\nHELLO\nafter\n>", 'a subrequest');
gives(
    '/through?/inner',
    "[bef:3][ore:3][\n:1][HEL:3][LO\n:3]",
    'through the filters of the request'
);
gives('/passed?/inner', "[bef:3][ore:3][\n:1]HELLO\n[aft:3][er\n:3]",
    'by them');
gives('/outer?/added',  "<before\nclosure HELLO\nafter\n>");
gives('/direct?/inner', "HELLO\n",      'after a redirect');
gives('/added?with',    "with HELLO\n", 'filters that Perl adds');
gives('/added',         "closure HELLO\n");
gives('/guarded', ('x' x 20_000) . "\nmine\n", 'the handler keeps its $@');
gives('/names',
    "MODPERL_REQUEST_OUTPUT MODPERL_REQUEST_OUTPUT" . " BYTERANGE\nHELLO\n");
gives('/long?2000', scalar((('X' x 1023) . "\n") x 2000), 'two megabytes');

# Four pieces with a flush each, and the end.
gives('/count?4', "line 1\nline 2\nline 3\nline 4\ncalls: 5\n");

subtest 'lines arrive as they are flushed' => sub {
    my $client = client($h);
    $client->send("GET /around?2 HTTP/1.1\r\nHost: a\r\n\r\n");
    like $client->read_until(qr/line 1/), qr/line 1/,
        'the first flushed line arrives at once';
    like $client->read_until(qr/\r\n0\r\n\r\n/), qr/line 2/,
        'the second line arrives with the end';
};

my $response = get($h, '/upper', method => 'HEAD');
is $response->status, 200, 'a HEAD request passes the filter';

done_testing;
