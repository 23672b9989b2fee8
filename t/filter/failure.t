# A filter that fails: it is logged, the client cannot take the response for a
# whole one, and the next request is not affected.

use Mehari::Test;
use Mehari::Test::Filter;

plan skip_all => 'mod_perl sends what there is' if !is_mehari();

sub failing ($name, $handler, $filter) {
    return place("/$name", $handler, "PerlOutputFilterHandler $filter");
}

my $h = filter_server(
    config => join(
        '',
        "PerlModule Broken Stream\n",
        failing('at_once',   'short',  'Broken::at_once'),
        failing('long',      'long',   'Broken::at_once'),
        failing('later',     'pieces', 'Broken::later'),
        failing('object',    'short',  'Broken::object'),
        failing('undecided', 'short',  'Broken::undecided'),
        failing('unset',     'short',  'Broken::unset'),
        failing('without',   'short',  'Broken::without'),
        failing('missing',   'short',  '-Broken::missing'),
        failing('leave',     'short',  'Broken::leave'),
        failing('good',      'short',  'Stream::upper'),
        place(
            '/pool', 'short',
            "PerlUsePool default\nPerlOutputFilterHandler Broken::at_once"
        ),
        place('/input', 'failing', 'PerlInputFilterHandler Broken::at_once'),
        place('/blind', 'echo',    'PerlInputFilterHandler Broken::at_once'),
        place('/refused', 'echo', 'PerlInputFilterHandler Broken::undecided'),
        <<~'CONF'),
        <Location "/page.txt">
        PerlOutputFilterHandler Broken::at_once
        </Location>
        <Location "/outside">
        SetHandler modperl
        PerlResponseHandler Stream::outside
        PerlOutputFilterHandler Stream::kept
        </Location>
        <Location "/shown">
        PerlOutputFilterHandler Broken::at_once
        SetHandler modperl
        PerlResponseHandler Content::short
        ErrorDocument 500 /good
        </Location>
        CONF
    files => { 'page.txt' => 'a page' },
);

sub fails ($path, $message, %option) {
    return subtest $path => sub {
        for my $round (1, 2) {
            my $mark     = $h->error_log_mark;
            my $response = get($h, $path, %option);
            is $response->status, 500,
                "a failing filter makes request $round fail";
            unlike $response->body, qr/hello|a page/,
                'a failed response has no data of the page';
            log_like($h, $mark, $message);
            is get($h, '/good')->body, "HELLO\n", 'the next one is well';
        }
    };
}

fails('/at_once',   qr/dies at once/);
fails('/long?100',  qr/dies at once/);
fails('/page.txt',  qr/dies at once/);
fails('/object',    qr/Broken::Error/);
fails('/pool',      qr/dies at once/);
fails('/undecided', qr/must return OK and not DECLINED.*\[MH2019\]/);
fails('/unset',     qr/no setup/);
fails('/without',   qr/without the FilterInitHandler attribute.*\[MH2017\]/);
fails('/missing',   qr/filter Broken::missing.*\[MH2017\]/);

subtest 'an error page for a filter' => sub {
    my $response = get($h, '/shown');
    is $response->status, 500,
        'an error page for a failing filter has its status';
    is $response->body, "HELLO\n", 'the filter sees the page of the error';
};

subtest 'after something has been sent' => sub {
    for my $round (1, 2) {
        my $mark     = $h->error_log_mark;
        my $response = get($h, '/later?5');
        is $response->body, "line 1\n",
            "the part before the failure was sent (request $round)";
        ok !$response->{complete},
            'the response that failed after a part is not complete';
        log_like($h, $mark, qr/dies later/);
    }
};

subtest 'input' => sub {
    my @post = (method => 'POST', body => 'abc' x 100);
    my $mark = $h->error_log_mark;
    is get($h, '/input', @post)->body, "APR::Error 120001\n",
        'reading throws if an input filter fails';
    log_like($h, $mark, qr/dies at once/);
    is get($h, '/blind', @post)->status, 500,
        'a handler that ignores the error fails with 500';
    is get($h, '/refused', @post)->status, 500, 'DECLINED after read too';
    is get($h, '/good')->body, "HELLO\n", 'the next one is well';
};

is get($h, '/outside')->body =~ s/ at \S+ line \d+\.$//mgr,
      "first\n"
    . "\$f->print(): can be called only while the filter runs\n"
    . "\$f->read(): can be called only while the filter runs\n",
    'a filter from outside';

is get($h, '/leave')->body, "left hello\n", 'exit ends the filter';

done_testing;
