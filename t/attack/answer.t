# A pool's answer is only data: it cannot choose a handler, a user or a variable
# that others trust. The client's connection belongs to httpd.

use Mehari::Test;
use Mehari::Test::Gateway qw(two_users);

my $library = fixture('attack');
my ($user)  = $> == 0 ? two_users() : ();
my $other   = $user ? "user=$user" : '';

my $h = server(
    mpm     => 'event',
    workers => 8,
    modules => [qw(cgid status alias autoindex proxy proxy_http mime)],
    files   => {
        'file/plain.txt'  => "a file\n",
        'file/script.cgi' => "#!/bin/sh\nprintf 'Content-Type: text/plain'"
            . "; echo; echo; echo ran as `id -u`\n",
        'list/one.txt'     => "1\n",
        'typed/x.cgi'      => "#!/bin/sh\necho the source\n",
        'forced/script.pl' => "print 'the source'\n",
        'plain/script.cgi' => "#!/bin/sh\nprintf 'Content-Type: text/plain'"
            . "; echo; echo; echo ran\n",
        'plain/page.txt' => "a page\n",
        'denied.html'    => "denied\n",
    },
    handlers => { '/beside' => [ 'Asked', 'PerlUsePool beside' ] },
    config   => <<~"CONF",
        PerlPool default $other
        PerlPool beside
        PerlSwitches "-I$library"
        PerlModule My::Attack
        LogFormat "%U n=%{mine}n e=%{MINE}e u=%u" attack
        LogFormat "%{SSL_CLIENT_S_DN}e %{REMOTE_USER}e" trusted
        CustomLog logs/trusted.log trusted
        CustomLog logs/hidden.log %U env=!HIDDEN
        CustomLog logs/attack.log attack
        <Directory "\${DOCUMENT_ROOT}">
        Options +ExecCGI +Indexes
        Require all granted
        </Directory>
        <LocationMatch "^/(file|list|forced)/">
        SetHandler modperl
        PerlResponseHandler My::Attack
        PerlUsePool default
        </LocationMatch>
        <Location "/typed/">
        AddType application/x-httpd-cgi .cgi
        SetHandler modperl
        PerlResponseHandler My::Attack
        PerlUsePool default
        </Location>
        ScriptAlias /forced/ "\${DOCUMENT_ROOT}/forced/"
        <Location "/status">
        SetHandler server-status
        Require all denied
        </Location>
        ErrorDocument 410 /beside
        CONF
);
chmod 0755, glob $h->document_root . '/*/*.cgi';

sub asked ($path, $query, %option) {
    return get($h, "$path?$query", %option);
}

subtest 'a handler that declines chooses no other one' => sub {
    my $proxy = "proxy:http://127.0.0.1:" . $h->port . '/plain/page.txt';
    for my $name ('cgi-script', 'server-status', 'mehari-status', 'perl-cgi',
        $proxy, 'server-info', 'type-map', 'send-as-is')
    {
        my $mark = $h->error_log_mark;
        my $got  = asked('/file/script.cgi', "return=-1&handler=$name");
        is $got->status, 500, "$name: it is refused";
        unlike $got->body, qr/ran as|Server uptime|a page|bin\/sh/,
            'a declining handler makes nothing else run';
        log_like($h, $mark, qr/refused: its handler.*\[MH3069\]/);
    }
    is asked('/file/plain.txt', 'return=-1&handler=default-handler')->body,
        "a file\n", "httpd's own for files may be named";
};

subtest 'nor by a type' => sub {
    for my $type ('cgi-script', 'server-status', 'application/x-httpd-cgi',
        'proxy:http://127.0.0.1:' . $h->port . '/plain/page.txt')
    {
        my $got = asked('/file/script.cgi', "return=-1&type=$type");
        is $got->status, 403, $type;
        unlike $got->body, qr/ran as|Server uptime|a page|bin\/sh/,
            'a handler that declines makes nothing run or show';
    }
};

subtest 'what is declined is what httpd would send' => sub {
    for (1 .. 2) {
        is asked('/file/plain.txt', 'return=-1')->body, "a file\n",
            'httpd sends the file that a handler declined';
        my $list = asked('/list/', 'return=-1');
        is $list->status, 404, 'a folder that a handler declined is no file';
        unlike $list->body, qr/one\.txt/, 'httpd does not list it';
        is asked('/file/none.txt', 'return=-1')->status, 404,
            'httpd answers 404 for what is not there and was declined';
    }
    for my $path ('/typed/x.cgi', '/forced/script.pl', '/file/script.cgi') {
        my $mark = $h->error_log_mark;
        my $got  = asked($path, 'return=-1');
        is $got->status, 403, "$path is no file to be sent";
        unlike $got->body, qr/the source|\bran\b/,
            'a handler that declines shows no source';
        log_like($h, $mark, qr/no handler takes.*\[MH2061\]/);
    }
};

subtest 'a redirect carries no type' => sub {
    for my $how (qw(redirect chain)) {
        for my $type ('cgi-script', 'server-status') {
            my $got = asked('/file/plain.txt',
                "$how=/plain/script.cgi&type=$type");
            unlike $got->body, qr/^ran|Server uptime/m,
                "a redirect by $how of type $type runs nothing";
        }
    }
    is asked('/file/plain.txt', 'redirect=/status')->status, 403,
        'a redirect does not pass a Require';
};

subtest 'a redirect goes to a path' => sub {
    for my $to ('plain/page.txt', 'http://127.0.0.1/', 'proxy:x', '',
        "/a%0Ab")
    {
        is asked('/file/plain.txt', "redirect=$to")->status, 500,
            "a redirect to '$to' is an error";
    }
    is asked('/file/plain.txt', 'redirect=/plain/page.txt')->body, "a page\n",
        'a redirect to a path of its own server works';
};

my $forged = join '&', 'user=root',
    map { ; "e.$_=forged", "n.$_=forged" }
    qw(REMOTE_USER REMOTE_ADDR AUTH_TYPE REDIRECT_REMOTE_USER HTTPS
    SSL_CLIENT_S_DN HTTP_X_USER MELLON_user MINE mine SCRIPT_FILENAME HIDDEN
    alias-forced-type ap_trust_cgilike_cl);

subtest 'nothing that another pool would trust' => sub {
    for my $how ('redirect=/beside', 'chain=/beside', 'return=410') {
        my $got = asked('/file/plain.txt', "$forged&$how");
        like $got->body, qr/^REQUEST_METHOD=|^prev /m, "$how: it was asked";
        unlike $got->body, qr/forged/,
            "a worker's answer sets no variable and no note for another pool";
        unlike $got->body, qr/^(?:prev )?user=root/m,
            'a worker cannot name a user to another pool';
    }
};

subtest 'the log has what a handler leaves for it' => sub {
    asked('/file/plain.txt', "$forged&body=x");
    asked('/file/plain.txt', "$forged&return=404");
    my $log;
    for (1 .. 500) {
        $log = read_file($h->root . '/logs/attack.log');
        last if $log =~ m{plain\.txt n=forged.*plain\.txt n=forged}s;
        select undef, undef, undef, 0.02;
    }
    like $log, qr{/file/plain\.txt n=forged e=forged u=-$}m,
        'notes and variables, but no user';
    unlike read_file($h->root . '/logs/trusted.log'), qr/forged/,
        'what tells who a client is stays httpd\'s, though a log names it';
    like read_file($h->root . '/logs/hidden.log'), qr{/file/plain\.txt}m,
        'a variable that no log names decides nothing';
};

subtest 'one hop is between httpd and its client' => sub {
    my $query = join '&', 'Transfer-Encoding=chunked', 'Keep-Alive=timeout=9',
        'TE=trailers',              'Trailer=X-After', 'Upgrade=websocket',
        'Proxy-Authenticate=Basic', 'Proxy-Connection=close',
        'Proxy-Authorization=x',    'X-End=stays', 'X-Named=goes',
        'Connection=X-Named';
    for my $what ('body=hello', 'parts=hel,lo') {
        my $got = asked('/file/plain.txt', "$query&$what");
        is $got->status, 200, "an answer with $what still has status 200";
        is $got->body, 'hello',
            'an answer with a hop-by-hop header can be read';
        ok $got->complete, "$what: the answer is whole";
        is $got->header('X-End'), 'stays',
            'an answer keeps its other headers';
        is $got->header($_), undef, "an answer has no $_ of the application"
            for qw(Keep-Alive TE Trailer Upgrade Proxy-Authenticate
            Proxy-Connection Proxy-Authorization X-Named);
        unlike $got->raw, qr/Transfer-Encoding:.*Transfer-Encoding:/s,
            'an answer has one Transfer-Encoding at most';
    }
    my $client = client($h);
    my $got    = $client->request('/file/plain.txt?Connection=close&body=x');
    is $got->body, 'x', 'the body is whole with Connection: close';
    ok !$client->is_open,
        'httpd closes the connection after Connection: close';
};

subtest 'a header that httpd would not send' => sub {
    my $mark = $h->error_log_mark;
    my $got  = asked('/file/plain.txt', 'X-Fine=1&X-Two=a%0Ab&body=x');
    is $got->status, 500, 'a header of two lines is refused';
    log_like($h, $mark, qr/its headers_out line 'X-Two' is not allowed/);
};

# The bytes until the server closes the connection.
sub rest ($client) {
    my $rest = $client->{bytes};
    1 while sysread $client->socket, $rest, 65536, length $rest;
    return $rest;
}

subtest 'chunks that the application makes' => sub {
    for my $parts (
        "5%0D%0Ahello%0D%0A0%0D%0A%0D%0A",
        '2;x=y%0D,%0Ahe%0D,%0A3%0D%0A,llo%0D%0A0%0D%0AX:y%0D%0A%0D%0A',
        'hello', 'he,llo'
        )
    {
        my $got = asked('/file/plain.txt',
            "Transfer-Encoding=chunked&parts=$parts");
        is $got->body, 'hello',
            'chunks that an application makes are a body as any other';
        ok $got->complete, 'the body has come once, and whole';
    }
    for my $parts ('5%0D%0Ahel', '5%0D%0Ahello%0D%0Az', '5%0D%0Ahelloo') {
        my $got = asked('/file/plain.txt',
            "Transfer-Encoding=chunked&parts=$parts");
        ok !$got->complete || $got->status == 500,
            'a body in chunks that is cut is not whole';
    }
};

subtest 'a length is that of the body' => sub {
    for my $length (('3', '9', '-1', 'x', '5,5', '0x5', '9' x 20)) {
        my $got
            = asked('/file/plain.txt', "Content-Length=$length&body=hello");
        is $got->body, 'hello', "'$length', known to be wrong";
        ok $got->complete, 'a response with a wrong length is complete';
    }
    my $query  = 'Content-Length=3&parts=hel,lo';
    my $mark   = $h->error_log_mark;
    my $client = client($h);
    my $got    = $client->request("/file/plain.txt?$query");
    is $got->body, 'hel',
        'a body that is too long ends at the promised length';
    is rest($client), '',
        'a body that is too long puts nothing in front of another response';
    log_like($h, $mark, qr/longer.*\[MH3070\]/);

    # httpd only counts a body if it reads both parts at once.
    $mark = $h->error_log_mark;
    for (1 .. 50) {
        $got = asked('/file/plain.txt', 'Content-Length=9&parts=hel,lo');
        last if !$got->complete;
        is $got->header('Content-Length'), 5, 'a body that httpd has counted';
    }
    ok !$got->complete, 'a body that is too short makes an aborted response';
    log_like($h, $mark, qr/shorter.*\[MH3071\]/);
    $got = asked('/file/plain.txt',
        'Content-Length=5&Content-Length=6&parts=hel,lo');
    is $got->body, 'hello', 'two lengths are none';
    $got = asked('/file/plain.txt', 'Content-Length=5&parts=hel,lo');
    is $got->header('Content-Length'), 5,
        'a right length stays in the response';
    ok $got->complete, 'a response with a right length is complete';
};

subtest 'a status is one of a response' => sub {
    for my $status (1, 100, 101, 103, 199, 1000, 99999, -5) {
        my $got = asked('/file/plain.txt', "status=$status&parts=a,b");
        is $got->status, 500, "$status as a status line is refused";
        my $mark = $h->error_log_mark;
        $got = asked('/file/plain.txt', "return=$status");
        is $got->status, 500, "$status as a returned status is refused";
        log_like($h, $mark,
            $status >= 100 && $status < 200
            ? qr/ returned\ value\ $status\ is\ not\ allowed.*\[MH3069\]/x
            : qr/AH00524: .* returned invalid result code $status$/m);
    }
    is asked('/file/plain.txt', 'status=207&body=x')->status, 207,
        'status 207 is what a handler may return';
};

# docs/security.md has the rows of the table.
my $source
    = read_file(source_root() . '/src/module/gateway/worker/answer_table.c');
my @row = $source =~ /^ +\{ (?:HEAD|END), "(\w+)"/mg;
my ($docs)
    = read_file(source_root() . '/docs/security.md')
    =~ /^## What a worker's answer may set$(.*?)^## /ms;
cmp_ok scalar @row, '>', 10, 'the table of fields has more than 10 rows';
like $docs // '', qr/^\| `$_`/m, "$_ is written down" for @row;

done_testing;
