# mod_cgi's offers around a script: its checks, ScriptLog, parsed headers,
# redirects, server-side includes, stderr. The cases of t/cgi compare the rest.

use Mehari::Test;
use Time::HiRes qw(sleep time);
use Mehari::Test::Gateway;

my $h = gateway_server(
    modules => [qw(include actions)],
    config  => <<~'CONF');
        ScriptLog tmp/script_log
        ScriptLogLength 100000
        ScriptLogBuffer 20
        <Directory "${DOCUMENT_ROOT}/off">
        Options -ExecCGI
        </Directory>
        <Location "/strict.pl">
        AcceptPathInfo Off
        </Location>
        ScriptAlias /alias/ "${DOCUMENT_ROOT}/off/"
        <Location "/alias">
        SetHandler perl-cgi
        </Location>
        <Files "*.shtml">
        SetHandler none
        Options +Includes
        ForceType text/html
        SetOutputFilter INCLUDES
        </Files>
        <Files "*.txt">
        SetHandler none
        </Files>
        <Files "*.acted">
        SetHandler act
        </Files>
        Action act /acts.pl
        ErrorDocument 404 /missing.pl
        CONF
my $root = $h->document_root;

sub body ($path, @option) { return get($h, $path, @option)->body }

subtest 'checks' => sub {
    my $mark = $h->error_log_mark;
    mkdir "$root/off";
    script($h, 'off/off.pl', 'print "Content-Type: text/plain\n\nrun\n"');
    script($h, 'strict.pl',  'print "Content-Type: text/plain\n\nrun\n"');
    script($h, 'missing.pl',
        'print "Content-Type: text/plain\n\nfor $ENV{REDIRECT_URL}\n"');
    is get($h, '/off/off.pl')->status, 403,
        'a script without ExecCGI gets 403';
    is body('/alias/off.pl'),    "run\n", 'ScriptAlias needs no ExecCGI';
    is get($h, '/off')->status,  301,     'a directory gets its slash';
    is get($h, '/off/')->status, 403,     'a directory as a script';
    is get($h, '/strict.pl/more')->status, 404, 'AcceptPathInfo Off gets 404';
    is body('/none.pl'), "for /none.pl\n", 'an ErrorDocument may be a script';
    log_like($h, $mark,
        qr/AH02809: stderr from \S+off\.pl: Options ExecCGI is off in this directory \[MH3024\]/
    );
    log_like($h, $mark,
        qr/AH02813: stderr from \S+strict\.pl: AcceptPathInfo off disallows user's path \[MH3028\]/
    );
    log_like($h, $mark,
        qr/AH02811: stderr from \S+none\.pl: script not found or unable to stat \[MH3026\]/
    );
};

subtest 'ScriptLog' => sub {
    my $log = $h->root . '/tmp/script_log';
    my $refused
        = qr{^%% \[.*\] GET /none\.pl HTTP/1\.1\n%% 404 \S+/none\.pl\n}m;
    like read_file($log), qr/$refused%error\nscript not found/,
        'the script log has what was refused';
    script($h, 'noisy.pl',
        'print STDERR "noise\n"; print "bad\nrest\n"; print STDERR "more\n"');
    my $from = -s $log;
    is get($h, '/noisy.pl', method => 'POST', body => 'y' x 50)->status, 500,
        'bad headers make status 500';
    ok wait_until(sub { read_file($log) =~ /%stdout/ }),
        'bad headers have a page in the script log';
    my $page = substr read_file($log), $from;
    like $page, qr/^%error\nnoise\n/m, 'the script log has STDERR';
    like $page, qr/^%request\nHost: localhost/m,
        'the script log has the request';
    like $page, qr/^y{20}$/m, 'the begin of its body';
    like $page, qr/^%response\nbad\n/m,
        'the script log shows where the headers ended';
    like $page, qr/^%stdout\nrest\n/m, 'the script log has the output';
    write_file($log, 'x' x 200_000);
    get($h, '/noisy.pl');
    is -s $log, 200_000, 'a ScriptLog that is full does not grow';
};

subtest 'redirects' => sub {
    write_file("$root/target.txt", "the target\n");
    script($h, 'inside.pl',  'print "Location: /target.txt\n\nbody\n"');
    script($h, 'outside.pl', 'print "Location: http://x.test/\n\nbody\n"');
    script($h, 'see.pl',
        'print "Status: 303 See\nLocation: http://x.test/\n\nmine\n"');
    for (1 .. 2) {
        is body('/inside.pl'), "the target\n",
            'a Location of a path is served inside';
        is body('/inside.pl', method => 'POST', body => 'x' x 100_000),
            "the target\n", 'a Location of a path is served after a body';
        my $out = get($h, '/outside.pl');
        is $out->status, 302, 'a Location of a URL makes status 302';
        is $out->header('Location'), 'http://x.test/',
            'a Location of a URL is sent';
        unlike $out->body, qr/^body/m, "a redirect has httpd's own body";
        my $see = get($h, '/see.pl');
        is $see->status, 303,      "a redirect keeps the script's status";
        is $see->body,   "mine\n", 'the body is the script\'s';
    }
};

subtest 'conditions' => sub {
    script($h, 'etag.pl',
        'print "Content-Type: text/plain\nETag: \"a\"\n\nbody\n"');
    is get($h, '/etag.pl', headers => { 'If-None-Match' => '"a"' })->status,
        304, 'If-None-Match of the same tag gets 304';
    is get($h, '/etag.pl', headers => { 'If-Match' => '"b"' })->status, 412,
        'If-Match of another tag gets 412';
    is get($h, '/etag.pl', method => 'HEAD')->body, '', 'HEAD gets no body';
};

subtest 'included' => sub {
    script($h, 'part.pl',
        'print "Content-Type: text/html\n\npart of $ENV{DOCUMENT_URI}"');
    write_file("$root/a.shtml", '[<!--#include virtual="/part.pl" -->]');
    write_file("$root/b.shtml", '[<!--#exec cgi="/part.pl" -->]');
    write_file("$root/c.shtml", '[<!--#exec cgi="/outside.pl" -->]');
    write_file("$root/d.shtml", '[<!--#exec cgi="/none.pl" -->]');
    write_file("$root/e.shtml", '[<!--#exec cmd="echo yes" -->]');
    write_file("$root/f.shtml", '[<!--#include virtual="/nph-x.pl" -->]');
    script($h, 'nph-x.pl', 'print "HTTP/1.0 200 OK\n\nx"');
    my $mark = $h->error_log_mark;

    for (1 .. 2) {
        is body('/a.shtml'), '[part of /a.shtml]',
            'include virtual includes a script';
        is body('/b.shtml'), '[part of /b.shtml]',
            'exec cgi includes a script';
    }
    like body('/c.shtml'), qr{\[<a href="http://x.test/">},
        'an included redirect becomes a link';
    like body('/d.shtml'), qr/\[\[an error occurred/,
        'a missing script makes an error in the page';
    is body('/e.shtml'), "[yes\n]", "exec cmd includes a command's output";
    like body('/f.shtml'), qr/\[\[an error occurred/,
        'an nph script cannot be included';
    log_like($h, $mark,
        qr/none\.pl is not a script that can run.*\[MH3016\]/);
    log_like($h, $mark, qr/attempt to include NPH CGI script \[MH3025\]/);
};

subtest 'Action' => sub {
    script($h, 'acts.pl',
        'print "Content-Type: text/plain\n\n$ENV{PATH_INFO}"');
    write_file("$root/page.acted", '');
    is body('/page.acted'), '/page.acted', 'the page is the path';
};

subtest 'ISINDEX' => sub {
    script($h, 'words.pl',
        'print "Content-Type: text/plain\n\n", join "|", @ARGV');
    is body('/words.pl?a+b%20c+%24d'), 'a|b c|\\$d',
        'words of a query are arguments';
    is body('/words.pl?a=b+c'), '',    'a query with = has no words';
    is body('/words.pl?'),      '',    'an empty query has no words';
    is body('/words.pl?+a+'),   '|a|', 'empty words are arguments';
};

subtest 'stderr' => sub {
    my $mark = $h->error_log_mark;
    script($h, 'says.pl', <<~'PERL');
        $| = 1;
        print "Content-Type: text/plain\n\n";
        print STDERR "one\r\n\ntwo";
        select undef, undef, undef, 0.3;
        print STDERR "\nthree\n", "x" x 9000, "\n";
        print "done\n";
        exit if fork;
        close STDOUT;
        select undef, undef, undef, 0.3;
        print STDERR "after the end\n";
        PERL
    my $start  = time;
    my $client = client($h);
    $client->send("GET /says.pl HTTP/1.1\r\nHost: x\r\n\r\n");
    $client->read_until(qr/two|done/);
    log_like($h, $mark, qr/error.*: stderr from \S+says\.pl: one$/m);
    log_like($h, $mark, qr/stderr from \S+says\.pl: $/m);
    log_like($h, $mark, qr/stderr from \S+says\.pl: two$/m);
    log_like($h, $mark, qr/stderr from \S+says\.pl: three$/m);
    log_like($h, $mark, qr/stderr from \S+says\.pl: x{8000}/m);
    log_like($h, $mark, qr/stderr from \S+says\.pl: after the end$/m);
};

subtest 'a large environment' => sub {
    my %headers = map { ("X-Large-$_" => 'v' x 7000) } 1 .. 20;
    script($h, 'env.pl', <<~'PERL');
        print "Content-Type: text/plain\n\n";
        print length join '', map { $ENV{"HTTP_X_LARGE_$_"} } 1 .. 20;
        PERL
    is body('/env.pl', headers => \%headers), 140_000,
        'a large environment comes whole'
        for 1 .. 2;
};

done_testing;
