# The suite of CGI cases itself: it finds each kind of difference, and none
# where there is none.

use Mehari::Test qw(source_root);
use Mehari::Test::Cgi;
use Mehari::Test::Cgi::Answer;
use Mehari::Test::Cgi::Steps qw(parse_steps filler);
use Mehari::Test::Response;

sub differing ($handler, @names) {
    my @cases = map {
        Mehari::Test::Cgi::Case->new(source_root() . '/t/cgi/cases', $_)
    } @names;
    my $run = Mehari::Test::Cgi->new(
        setup   => 'prefork',
        handler => $handler,
        cases   => \@cases,
    )->compare;
    return {
        map  { $_->name => $run->differences($_) }
        grep { $run->differences($_) } @cases
    };
}

my @names = qw(env/all state/file_lexical_in_sub stderr/before);
is_deeply differing('cgi-script', @names), {},
    'the same handler makes no difference';

my $seen = differing('Registry', @names);
is_deeply [ sort keys %$seen ], \@names, 'Registry is not exact';
like $seen->{'env/all'}, qr/got: +MOD_PERL=/, 'a variable too many';
like $seen->{'state/file_lexical_in_sub'},
    qr/round 2.*body.*expected: 2.*got: +0/s,
    'a file that the first request left is a difference';
like $seen->{'stderr/before'}, qr/log, line/, 'other lines in the log';

like differing('PerlRun', 'env/all')->{'env/all'}, qr/MOD_PERL/,
    'PerlRun differs from mod_cgi in MOD_PERL';

sub answer (%is) {
    my ($bytes, $log) = @is{qw(bytes log)};
    my $step     = { method => $is{method} // 'GET' };
    my $response = Mehari::Test::Response->of_bytes($step->{method}, $bytes);
    my $answer   = Mehari::Test::Cgi::Answer->of_response($step, $response);
    $answer->logged('', $log // '');
    return $answer;
}

sub parts ($one, $other) {
    return [ answer(bytes => $one)->differences(answer(bytes => $other)) ];
}

my $ok    = "HTTP/1.1 200 OK\r\n";
my $three = "${ok}Content-Length: 3\r\n\r\nabc";
is_deeply parts($three,
    "${ok}Transfer-Encoding: chunked\r\n\r\n" . "3\r\nabc\r\n0\r\n\r\n"),
    [], 'how a body is framed is not compared';
is_deeply parts($three,
    "${ok}Transfer-Encoding: chunked\r\n\r\n" . "3\r\nabc\r\n"),
    ['complete'], 'a response that ends is reported as complete';
is_deeply parts($three, "${ok}X: 1\r\nContent-Length: 3\r\n\r\nabd"),
    [ 'headers', 'body' ], 'a difference in headers and in the body is found';
is_deeply parts("${ok}A: 1\r\nB: 1\r\n\r\n", "${ok}B: 1\r\nA: 1\r\n\r\n"),
    ['headers'], 'the order of headers';
is_deeply parts("HTTP/1.1 200 OK\r\n\r\n", "HTTP/1.1 200 Okay\r\n\r\n"),
    ['status'], 'a difference in the reason is found';

my $line = '[error] [-] AH01215: stderr from /x/y.pl: said';
is_deeply [
    answer(bytes => $ok, log => "$line\n")->differences(
        answer(
            bytes => $ok,
            log   => ($line =~ s/AH01215: //r) . " [MH3021]\n"
        )
    )
    ],
    [], 'codes in the log are not compared';
my $raw = answer(bytes => $ok, log => "$line, referer: http://a/\n");
$raw->without_prefix;
is $raw->{log}, "said\n",
    "a log line without mod_cgid's prefix stays as it is";

# httpd 2.4.69's message about a variable of 8,000 bytes.
sub refused_case ($setup) {
    my $case = Mehari::Test::Cgi::Case->new(source_root() . '/t/cgi/cases',
        'requests/large_header');
    my $run = Mehari::Test::Cgi->new(setup => $setup, cases => [$case]);
    my $log = '[error] [(22)Invalid argument] AH01248: '
        . "Error reading request on cgid socket\n";
    ok $run->can_compare($case), "$setup: mod_cgid can be asked";
    $case->{expected} = { answers => [ answer(bytes => $ok, log => $log) ] };
    ok $case->was_refused, "$setup: a request that mod_cgid refused";
    $case->leave_to_mod_cgi;
    ok !$case->{expected}, "$setup: the refusal is not what is expected";
    return $run->can_compare($case);
}
ok refused_case('event'),  'mod_cgi is asked instead';
ok !refused_case('http2'), 'there is no mod_cgi for HTTP/2';

my $case = Mehari::Test::Cgi::Case->new(source_root() . '/t/cgi/cases',
    'signals/segv');
ok Mehari::Test::Cgi::is_documented($case->reason_to_differ),
    'a case that may differ has a line that says why';
ok !Mehari::Test::Cgi::is_documented('no such line'),
    'a line that is not in the page is not documented';
ok !grep({ $_ eq 'files' } $case->may_differ),
    'a documented difference names its parts, and files are none of them';

my @steps = parse_steps(<<'REQUESTS');
# A comment.
POST /info?q HTTP/1.0
Content-Type: text/plain
@until work/go first line

two
lines
---
WRITE lib/A.pm 0644

1;
---
PUT
@size 70000
# Another.
GET ?last
REMOVE lib/A.pm
REQUESTS
is_deeply [ map { $_->{method} } @steps ], [qw(POST WRITE PUT GET REMOVE)],
    'the steps of a request file are in their order';
is_deeply [ @{ $steps[0] }{qw(target protocol body)} ],
    [ '/info?q', 'HTTP/1.0', "two\nlines" ], 'the first step is a request';
is_deeply $steps[0]{headers}, [ [ 'Content-Type', 'text/plain' ] ],
    'the first step has its headers';
is_deeply $steps[0]{option}, { until => [ 'work/go', 'first line' ] },
    'the first step has its options';
is_deeply [ $steps[1]{body}, @{ $steps[1]{words} } ],
    [ '1;', 'lib/A.pm', '0644' ], 'the second step writes a file';
is length $steps[2]{body}, 70_000, 'a body of a size';
is $steps[2]{target},      '', 'the third step asks for the script itself';
ok !eval { parse_steps("GET\n\@untl x y\n") }, 'a word that is wrong';
like $@, qr/\@untl/, 'the message names the wrong word';

done_testing;
