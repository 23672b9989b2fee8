# SetHandler perl-psgi beyond Plack's suite: errors, code after the response,
# and the order of sending.

use Mehari::Test;
use Time::HiRes qw(time);

my %app = (
    'app.psgi' => <<~'APP',
        package Half;
        sub new { bless [ 'a first part' ] }
        sub getline ($self) { shift @$self // die "no second part\n" }
        sub close { }
        package main;
        my $served = 0;
        my $kept;
        my %page = (
            count => sub ($env) { [ 200, [], [ ++$served ] ] },
            pid   => sub ($env) { [ 200, [], [$$] ] },
            died  => sub ($env) { die "it went wrong\n" },
            odd   => sub ($env) { 'what?' },
            none  => sub ($env) { sub ($respond) { } },
            twice => sub ($env) {
                sub ($respond) { $respond->([ 200, [], ['a'] ]) for 1, 2 }
            },
            slow  => sub ($env) {
                sub ($respond) {
                    my $writer = $respond->([ 200, [] ]);
                    $writer->write("first\n");
                    for (1 .. 200) {
                        last if -e $env->{QUERY_STRING};
                        select undef, undef, undef, 0.05;
                    }
                    $writer->write("last\n");
                    $writer->close;
                }
            },
            cut   => sub ($env) {
                sub ($respond) {
                    $respond->([ 200, [] ])->write("half\n");
                    select undef, undef, undef, 0.5;
                    die "it broke off\n";
                }
            },
            part  => sub ($env) { [ 200, [ 'X-Half' => 1 ], Half->new ] },
            empty => sub ($env) {
                my ($input, $text) = ($env->{'psgi.input'}, '');
                my $size = $input->read($text, 10);
                my $seek = $env->{'psgix.input.buffered'}
                    && seek $input, 0, 0;
                $kept = $input if $env->{QUERY_STRING} eq 'keep';
                close $input   if $env->{QUERY_STRING} eq 'close';
                binmode $input, ':utf8' if $env->{QUERY_STRING} eq 'utf8';
                [ 200, [], [ join ' ', $size, length $text, $seek ] ];
            },
            names => sub ($env) {
                [ 200, [], [ join ' ', sort grep { /odd|proxy/i } keys %$env ] ];
            },
            own   => sub ($env) {
                my $was = join ' ', map { $env->{$_} // 'undef' }
                    qw(psgi.streaming psgi.run_once psgi.url_scheme);
                $env->{'psgi.streaming'}  = 0;
                $env->{'psgi.run_once'}   = 7;
                $env->{'psgi.url_scheme'} = 'gopher';
                [ 200, [], [$was] ];
            },
            file  => sub ($env) {
                my ($name, $layers) = split /,/, $env->{QUERY_STRING};
                open my $in, "<$layers", $env->{HTTP_X_FILE} or die $!;
                readline $in;
                unlink $env->{HTTP_X_FILE} if $name eq 'gone';
                chmod 0, $env->{HTTP_X_FILE} if $name eq 'closed';
                [ 200, [], $in ];
            },
            log   => sub ($env) {
                $env->{'psgi.errors'}->print("said as an error\n");
                $env->{'psgix.logger'}
                    ->({ level => 'warn', message => 'said as a warning' });
                [ 204, [], [] ];
            },
            after => sub ($env) {
                push $env->{'psgix.cleanup.handlers'}->@*,
                    sub { die "the first failed\n" },
                    sub ($env) { $served = 1000 };
                [ 200, [], ['soon'] ];
            },
            enough => sub ($env) {
                $env->{'psgix.harakiri.commit'} = 1;
                [ 200, [], [$$] ];
            },
            sum => sub ($env) {
                my ($in, $bytes, $lines) = ($env->{'psgi.input'}, 0, 0);
                while (defined(my $line = $in->getline)) {
                    $lines++;
                    $bytes += length $line;
                }
                [ 200, [], ["$lines $bytes"] ];
            },
            hint => sub ($env) {
                $env->{'psgix.informational'}
                    ->(103, [ Link => '</style.css>; rel=preload' ]);
                [ 200, [], ['hinted'] ];
            },
        );
        use v5.32; use warnings; use feature 'signatures'; no warnings 'experimental::signatures';
        sub ($env) { $page{ substr $env->{PATH_INFO}, 1 }->($env) };
        APP
    'wrong.psgi'   => "1 +;\n",
    'nothing.psgi' => "'no application'\n",
);
$app{'app.psgi'} = <<~"APP";
    use v5.32; use warnings; use feature 'signatures'; no warnings 'experimental::signatures';
    $app{'app.psgi'}
    APP

sub start ($mpm, $pool) {
    return server(
        mpm     => $mpm,
        workers => $mpm eq 'event' ? 4 : 1,
        files   => \%app,
        config  => join '',
        "PerlPool default workers=1\n",
        $pool,
        map(
            {         qq(<Location "/$_">\nSetHandler perl-psgi\n)
                    . qq(PerlPsgiApp "\${DOCUMENT_ROOT}/$_.psgi"\n</Location>\n)
            } qw(app wrong nothing)),
        qq(<Location "/missing">\nSetHandler perl-psgi\n</Location>\n),
    );
}

for my $way (
    [ 'prefork' => '' ],
    [ 'event'   => '' ],
    [ 'event'   => "PerlUsePool none\n" ],
    )
{
    my ($mpm, $pool) = @$way;
    subtest "$mpm $pool" => sub { try(start($mpm, $pool), $mpm) };
}

sub try ($httpd, $mpm) {
    my $body = sub ($path) { get($httpd, $path)->body };
    my $told = sub ($path, $status, $pattern) {
        my $mark = $httpd->error_log_mark;
        is get($httpd, $path)->status, $status,
            "$path answers with status $status";
        log_like($httpd, $mark, $pattern);
    };

    is $body->('/app/count'), $_, "the application stays: $_" for 1, 2;
    $told->('/app/died', 500, qr/it went wrong/);
    $told->('/app/part', 500, qr/no second part/);
    unlike $body->('/app/part'), qr/a first part/,
        'an error before anything is sent: a page for it, and nothing else';
    is $body->("/app/empty?$_"), '0 0 1', "a request without a body: $_"
        for qw(keep close utf8 plain);
    is get($httpd, '/app/names',
        headers =>
            { 'X-Odd' => 1, 'X.Odd' => 2, 'Proxy' => 3, 'x-ODD-2' => 4 })
        ->body, 'HTTP_X_ODD HTTP_X_ODD_2',
        'names of headers become names of variables';
    is $body->('/app/own'), '1  http', 'no request sees what another changed'
        for 1, 2;

    for my $kind ('plain,', 'gone,', 'closed,', 'crlf,:crlf') {
        my $file = $httpd->root . '/tmp/body';
        unlink $file;
        write_file($file, "a line\nthe rest\r\nof it\n", 0666);
        chown((getpwnam 'www-data')[ 2, 3 ], $file) if $> == 0;
        my $rest = $kind eq 'crlf,:crlf' ? "the rest\n" : "the rest\r\n";
        is get($httpd, "/app/file?$kind", headers => { 'X-File' => $file })
            ->body, "${rest}of it\n", "no part of a file is left: $kind";
    }
    $told->('/app/odd',   500, qr/returned neither an array nor code/);
    $told->('/app/none',  500, qr/never called its responder/);
    $told->('/wrong/',    500, qr/wrong\.psgi line 1/);
    $told->('/nothing/',  500, qr/nothing\.psgi returned no application/);
    $told->('/missing/',  500, qr/write PerlPsgiApp FILE here/);
    $told->('/app/log',   204, qr/\[perl:error\].*said as an error/);
    $told->('/app/log',   204, qr/\[perl:warn\].*said as a warning/);
    $told->('/app/after', 200, qr/psgix\.cleanup: the first failed/);
    is $body->('/app/count'), 1001, 'the other handler ran afterwards';

    my $client = client($httpd);
    my $gate   = gate($httpd);
    $client->send("GET /app/slow?$gate HTTP/1.1\r\nHost: localhost\r\n\r\n");
    ok $client->read_until(qr/first\n/, 8),
        'a piece that is written is sent while the application waits';
    open_gate($gate);
    ok $client->read_until(qr/last\n.*\r\n0\r\n\r\n/s),
        'the rest of a streamed body comes';
    $client->close;    # its process is needed

    my $cut = raw($httpd, "GET /app/cut HTTP/1.1\r\nHost: localhost\r\n\r\n");
    like $cut, qr/half/, 'a response that breaks off has begun';
    unlike $cut, qr/^0\r\n\r\n\z/m,
        'a response that breaks off does not look whole';

    my $large = get(
        $httpd, '/app/sum',
        method => 'POST',
        body   => "a line\n" x 100_000
    );
    is $large->body, '100000 700000', 'a large body comes line by line';
    my $hinted = raw($httpd,
              "GET /app/hint HTTP/1.1\r\nHost: localhost\r\n"
            . "Connection: close\r\n\r\n");
    like $hinted,
        qr{\AHTTP/1.1\ 103\ .*?^Link:\ </style.css>;\ rel=preload\r\n\r\n
            HTTP/1.1\ 200\ .*hinted}msx,
        'informational: an interim response, then the response';
    my $head = get($httpd, '/app/count', method => 'HEAD');
    is $head->status . $head->body, '200', 'HEAD has no body';

    my $pid = $body->('/app/enough');
    my $end = time + 10;
    select undef, undef, undef, 0.1
        until $body->('/app/pid') ne $pid || time > $end;
    isnt $body->('/app/pid'), $pid, 'psgix.harakiri ends the process';
    return;
}

done_testing;
