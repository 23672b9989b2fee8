# The sources of requests: the scripts, a file, an access log.

use Mehari::Test;
use Mehari::Check::Jar;
use Mehari::Check::Log;
use Mehari::Check::Requests;
use Mehari::Serve::Site;
use Mehari::Test::Serve;

my $dir = Mehari::Test::Serve::site(
    'a.pl'          => "#!/usr/bin/perl\n",
    'sub/index.cgi' => "#!/usr/bin/perl\n",
    'program'       => "#!/usr/bin/perl\n",
    'odd name.cgi'  => "#!/usr/bin/perl\n",
    'library.pl'    => [ 0644, "1;\n" ],
    'closed.pl'     => [ 0644, "#!/usr/bin/perl\n" ],
    'readme.txt'    => [ 0644, "read me\n" ],
    'body.json'     => [ 0644, '{"a":1}' ],
);

sub requests (%option) {
    return Mehari::Check::Requests->new(
        site => Mehari::Serve::Site->new("$dir"),
        %option
    );
}

sub file ($text) {
    Mehari::Test::Serve::write_file("$dir/requests", $text);
    return "$dir/requests";
}

# --- the scripts -------------------------------------------------------------

my $source = requests();
is_deeply [ map { $_->{shown} } @{ $source->of_scripts } ],
    [
    'GET /a.pl',
    'GET /odd%20name.cgi',
    'GET /program',
    'GET /sub/index.cgi'
    ],
    'GET of each script that can be executed';
like join("\n", $source->notes),
    qr/1 file left out \(closed\.pl\), because.*not executable \[MH5108\]/,
    'the one that cannot be is told';

for my $case (
    [ '/a.pl',              'a.pl' ],
    [ '/a.pl/path?x=/b',    'a.pl' ],
    [ '/odd%20name.cgi',    'odd name.cgi' ],
    [ '/sub/',              'sub/index.cgi' ],
    [ '/sub/index.cgi/x/y', 'sub/index.cgi' ],
    [ '/readme.txt',        undef ],
    [ '/library.pl',        undef ],
    [ '/a.plain',           undef ],
    )
{
    my ($path, $script) = @$case;
    is $source->script_of($path), $script, "the script of $path is known";
}

# --- a file -------------------------------------------------------------------

my $list = requests(url => '/cgi-bin/')->of_file(file(<<~'TEXT'));
    # a comment

    GET /cgi-bin/a.pl?q=1
    POST /cgi-bin/a.pl name=Ann&text=two words
        X-Test: one
        Accept: text/plain
    PUT /cgi-bin/program @body.json
    TEXT
is @$list, 3, 'the file has three requests';
is_deeply $list->[0]{headers}, {}, 'GET has no header';
is $list->[1]{body}, 'name=Ann&text=two words', 'a body in the line';
is_deeply $list->[1]{headers},
    {
    'Content-Type' => 'application/x-www-form-urlencoded',
    'X-Test'       => 'one',
    'Accept'       => 'text/plain'
    },
    'a request has the headers below it';
is $list->[2]{body}, '{"a":1}', 'a body from a file';
is $list->[2]{headers}{'Content-Type'}, 'application/json',
    'a request has its own content type';

for my $case (
    [ "GET a.pl\n",    qr/line 1 is not a request.*MH5007/ ],
    [ "\nget /a.pl\n", qr/line 2 is not a request/ ],
    [ "  X: y\n",      qr/line 1 is a header with no request.*MH5005/ ],
    [ "GET /a.pl\n  nothing\n", qr/line 2 is not a header.*MH5004/ ],
    [ "GET /a.pl\n  Host: x\n", qr/with --host \[MH5006\]/ ],
    [ "GET /nobody.pl\n",       qr{/nobody\.pl is not a script.*MH5008} ],
    [ "POST /a.pl \@nowhere\n", qr/cannot read the body.*MH5009/ ],
    [ "# nothing\n",            qr/has no request \[MH5003\]/ ],
    )
{
    my ($text, $says) = @$case;
    ok !eval { requests()->of_file(file($text)) },
        'a file of requests that is wrong is refused';
    like $@, $says, 'the message says what is wrong in the file of requests';
    like $@, qr/\A.*\n\z/, 'an error is one line';
}

# --- a log --------------------------------------------------------------------

my $common   = '10.0.0.1 - - [20/Nov/2026:18:00:00 +0000]';
my $combined = '"http://x/" "Mozilla/5.0 \"odd\""';
my $log      = file(<<~"TEXT");
    $common "GET /cgi/a.pl?q=1 HTTP/1.1" 200 10
    $common "GET /cgi/a.pl?q=1 HTTP/1.1" 200 10 $combined
    $common "HEAD /cgi/a.pl HTTP/1.0" 200 - $combined
    $common "POST /cgi/a.pl HTTP/1.1" 200 10
    $common "GET /cgi/readme.txt HTTP/1.1" 200 10
    $common "GET http://elsewhere/cgi/sub/index.cgi/p HTTP/1.1" 404 10
    $common "GET /cgi/program HTTP/2.0" 500 10
    $common "-" 408 -
    TEXT
$source = requests();
$list   = $source->of_log($log, 10);
is $source->url, '/cgi/', 'the prefix is seen';
is_deeply [ map { $_->{shown} } @$list ],
    [
    'GET /cgi/a.pl?q=1',
    'HEAD /cgi/a.pl',
    'GET /cgi/sub/index.cgi/p',
    'GET /cgi/program'
    ],
    'each different request for a script is taken from the log';
my $notes = join "\n", $source->notes;
like $notes,
    qr/8 lines, with 4 requests for scripts below \/cgi\/, each counted once \[MH5109\]/,
    'notes count the other requests of the log';
like $notes, qr/1 POST request of the log left out.*MH5111/,
    'a note says that POST requests of a log are left out';
like $notes,
    qr/1 request of the log left out, because they are for no script \[MH5112\]/,
    'other files are told';
like $notes, qr/1 line of the log left out.*MH5113/, 'other lines are told';

$source = requests();
is_deeply [ map { $_->{script} } @{ $source->of_log($log, 3) } ],
    [ 'a.pl', 'sub/index.cgi', 'program' ],
    'a few of them: one for each script first';
like join("\n", $source->notes),
    qr/the 3 most frequent of these were sent.*MH5110/,
    'a note says how many of the most frequent are sent';
ok !eval { requests(url => '/other/', url_given => 1)->of_log($log, 10); },
    'a script of another prefix has no requests';
like $@, qr/no request of .* at \/other\/; name .* --url \[MH5002\]/,
    'the message tells of the prefix, and of --url';

# --- cookies ------------------------------------------------------------------

my $jar = Mehari::Check::Jar->new;
my $url = 'http://localhost:81/cgi/a.pl?x';
$jar->add($url, $_)
    for 'one=1', 'two="a b"; Path=/; HttpOnly', 'here=x; path=/cgi/sub',
    'gone=1';
is $jar->cookie_header($url), 'one=1; gone=1; two="a b"',
    'cookies are chosen by path';
is $jar->cookie_header('http://localhost:81/cgi/sub/b'),
    'here=x; one=1; gone=1; two="a b"', 'the longest path first';
is $jar->cookie_header('http://localhost:81/cgis'), 'two="a b"',
    'a cookie for /cgi is not for /cgis';
$jar->add($url, 'one=2');
$jar->add($url, 'gone=; expires=Thu, 01-Jan-1970 00:00:01 GMT');
$jar->add($url, 'two=; Path=/; Max-Age=0');
is $jar->cookie_header($url), 'one=2',
    'cookies that changed or ended are known';

done_testing;
