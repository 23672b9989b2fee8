# Filters that work on brigades, and handlers that pass them.

use Mehari::Test;
use Mehari::Test::Filter;

sub output ($name, $handler, @filters) {
    return place("/$name", $handler,
        map { "PerlOutputFilterHandler $_" } @filters);
}

my $h = filter_server(
    config => join(
        '',
        "PerlModule Stream Brigades\n",
        output('forward',  'short',  'Brigades::forward'),
        output('upper',    'pieces', 'Brigades::upper'),
        output('around',   'pieces', 'Brigades::around'),
        output('both',     'pieces', 'Brigades::upper', 'Stream::around'),
        output('other',    'pieces', 'Stream::around',  'Brigades::upper'),
        output('collect',  'pieces', 'Brigades::collect'),
        output('collects', 'long',   'Brigades::collect'),
        output('destroys', 'pieces', 'Brigades::destroys'),
        output('keeps',    'short',  'Brigades::keeps'),
        place(
            '/input', 'echo',
            'PerlInputFilterHandler Brigades::input_upper'
        ),
        place(
            '/instead', 'echo',
            'PerlInputFilterHandler Brigades::input_instead'
        ),
        <<~'CONF'),
        <Location "/by">
        SetHandler modperl
        PerlResponseHandler Brigades
        </Location>
        <Location "/by/upper">
        PerlOutputFilterHandler Stream::upper
        </Location>
        <Location "/page.txt">
        PerlOutputFilterHandler Brigades::upper
        </Location>
        <Location "/types.txt">
        PerlOutputFilterHandler Brigades::types
        </Location>
        CONF
    files => {
        'page.txt'  => "a page\n" x 20_000,
        'types.txt' => "types\n",
    },
);

for my $round (1, 2) {
    my $gives = sub ($path, $expected) {
        is get($h, $path)->body, $expected,
            "$path is filtered in request $round";
    };
    $gives->('/forward',    "hello\n");
    $gives->('/upper?2',    "LINE 1\nLINE 2\n");
    $gives->('/around?2',   "<line 1\nline 2\n>");
    $gives->('/both?2',     "<LINE 1\nLINE 2\n>");
    $gives->('/other?2',    "<LINE 1\nLINE 2\n>");
    $gives->('/collect?3',  "21 bytes\nline 1\nline 2\nline 3\n");
    $gives->('/destroys?3', "filled instead\n");
    $gives->('/by',         "by brigade\nmore\n");
    $gives->('/by/upper',   "BY BRIGADE\nMORE\n");
    is get($h, '/page.txt')->body, "A PAGE\n" x 20_000,
        'a long file is filtered whole';
    like get($h, '/types.txt')->body, qr/\A(?:FILE|MMAP|HEAP) EOS\ntypes\n/,
        'the buckets of a file';
    is get($h, '/collects?300')->body,
        "307200 bytes\n" . ((('x' x 1023) . "\n") x 300),
        'an output filter may send all at the end';
    my @post = (method => 'POST', body => 'abc' x 10_000);
    is get($h, '/input', @post)->body, 'ABC' x 10_000,
        'a long body is filtered whole';
    is get($h, '/instead', @post)->body, "30000 bytes\n",
        'a filter may replace the body';
}

SKIP: {
    skip 'mod_perl would crash', 2 if !is_mehari();
    is get($h, '/keeps')->body, "nothing\nhello\n",
        'a filter keeps nothing for the next request';
    is get($h, '/keeps')->body,
        "brigade is dead\nbucket is dead\nfilter is dead\nhello\n",
        'an object that a filter keeps is dead in the next request';
}

done_testing;
