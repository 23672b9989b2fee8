# A private httpd starts, serves, restarts, reports errors, and leaves nothing
# behind, however its creator ends.

use Mehari::Test;
use Mehari::Bench::Site qw(engine_problem);
use Time::HiRes         qw(sleep time);

# init may need a moment to reap an orphan.
sub gone_soon ($pid) {
    my $end = time + 15;
    sleep 0.05 while kill(0 => $pid) && time < $end;
    return !kill 0 => $pid;
}

sub error_of ($code) {
    eval { $code->(); 1 } and return 'no error';
    return $@;
}

subtest "serves with $_" => sub {
    my $mpm = $_;
    my $h   = server(
        module => undef,
        mpm    => $mpm,
        files  => { 'index.html' => "hello\n", 'a.txt' => 'text' },
    );
    for my $response (get($h, '/', repeat => 2)) {
        is $response->status, 200,       'a page has status 200';
        is $response->reason, 'OK',      'a page has its reason';
        is $response->body,   "hello\n", 'a page has its text';
        is $response->header('content-type'), 'text/html',
            'a page of HTML has its type';
        ok $response->complete, 'a page is complete';
    }
    is get($h, '/a.txt')->header('Content-Type'), 'text/plain',
        'a page of text has its type';
    is get($h, '/none')->status, 404, 'a missing page gets 404';
    is get($h, '/', method => 'HEAD')->body, '', 'HEAD gets no text';
    like $h->access_log, qr{"GET /none HTTP/1\.1" 404},
        'the access log has each request';
    cmp_ok scalar $h->children, '>=', 1, "httpd with $_ has children";

    $h->graceful;
    is get($h, '/')->status, 200,
        "httpd with $_ serves after a graceful restart";
    $h->restart;
    is get($h, '/')->status, 200, "httpd with $_ serves after a restart";

    my ($pgid, $root) = ($h->pid, $h->root);
    $h->stop;
    ok !kill(0 => -$pgid), "no process of httpd with $_ is left";
    ok !-e $root,          "no file of httpd with $_ is left";
    like $h->error_log, qr/resuming normal operations/, 'the log is kept';

    $h->start;
    is get($h, '/')->status, 404,
        "httpd with $_ starts again in an empty root";
    $h->stop;
    }
    for qw(prefork event worker);

SKIP: {
    my $problem = engine_problem('mod_perl');
    skip $problem, 1 if defined $problem;
    my $h = server(
        module   => 'mod_perl',
        handlers => { '/hello' => 'My::Hello' },
        config   => <<~'CONF',
            <Perl>
                sub My::Hello::handler { $_[0]->print("perl $$"); 0 }
            </Perl>
            PerlModule Apache2::RequestIO
            CONF
    );
    like get($h, '/hello')->body, qr/\Aperl \d+\z/,
        'httpd serves with mod_perl';
    like get($h, '/')->header('Server'), qr/mod_perl/,
        'the Server header names mod_perl';
}

subtest 'a restart right after the start is waited for' => sub {
    for (1 .. 5) {
        my $h = server(module => undef, mpm => 'prefork', workers => 64);
        $h->graceful;
        is scalar(() = $h->error_log =~ /resuming normal operations/g), 2,
            'httpd has started and come back';
    }
};

subtest 'a start after httpd was killed' => sub {
    my $h = server(files => { 'index.html' => "static\n" });
    kill KILL => $h->pid;
    sleep 0.05 while $h->is_running;
    $h->start;
    $h->stop;     # this closes the last end of its pipe
    $h->start;
    sleep 0.5;    # the watchdog of the first one would be done
    ok -d $h->root,                  'the folder of the server is kept';
    ok defined get($h, '/')->status, 'it serves again';
};

subtest 'files that nobody may write to' => sub {
    my $h = server(module => undef, files => { 'a/page' => 'x' });
    chmod 0444, $h->document_root . '/a/page';
    chmod 0555, $h->document_root . '/a';
    my $root = $h->root;
    $h->stop;
    ok !-e $root, 'go with the server, whoever runs it';
};

subtest 'bodies and interleaved clients' => sub {
    my $script = <<~'CGI';
        #!/bin/sh
        printf 'Content-Type: text/plain\n\n%s|%s|' "$QUERY_STRING" "$HTTP_X"
        cat
        CGI
    my $h = server(
        module  => undef,
        modules => ['cgi'],
        workers => 3,
        config  => 'ScriptAlias /cgi/ ${DOCUMENT_ROOT}/',
        start   => 0,
    );
    write_file($h->document_root . '/echo', $script, 0755);
    $h->start;
    my $answer = get(
        $h, '/cgi/echo?q',
        method  => 'POST',
        body    => 'sent',
        headers => { X => 'x' }
    );
    is $answer->body, 'q|x|sent', 'a script gets query, header and body';
    ok $answer->complete, 'the answer to a body is complete';

    # No pipe has room for all of it, so httpd cannot know the length.
    write_file($h->document_root . '/long', <<~'CGI', 0755);
        #!/bin/sh
        printf 'Content-Type: text/plain\n\n'
        for i in $(seq 2000); do printf '%100s' x; done
        CGI
    $answer = get($h, '/cgi/long');
    is $answer->header('Transfer-Encoding'), 'chunked',
        'a long answer of a script is in chunks';
    is length $answer->body, 200_000, '... and it is whole';
    ok $answer->complete, '... and complete';

    my @seen = interleaved(
        $h,
        [ sub ($name) { [ '/cgi/echo?q', headers => [ X => $name ] ] }, '/' ],
        rounds => 3
    );
    is @seen, 12, 'two clients, two requests, three rounds';
    is join('', map { $_->{client} } @seen), 'AB' x 6,
        'interleaved clients ask in turn';
    is_deeply [ map { $_->{response}->body } @seen[ 0, 1, 4, 5 ] ],
        [ 'q|A|', 'q|B|', 'q|A|', 'q|B|' ],
        'each client in turn gets its own answer';

    like raw($h, "GET / HTTP/1.0\r\n\r\n"), qr{\AHTTP/1\.1 404 },
        'raw bytes get a response';

    # A process that a script leaves running belongs to the server, too.
    write_file($h->document_root . '/stay', <<~'CGI', 0755);
        #!/bin/sh
        printf 'Content-Type: text/plain\n\n'
        sleep 600 >/dev/null 2>&1 </dev/null &
        echo $!
        CGI
    my ($pid) = get($h, '/cgi/stay')->body =~ /(\d+)/;
    ok kill(0 => $pid), 'a script left a process';
    my $cpu = $h->server_cpu;
    like $cpu, qr/\A\d/, 'the time of its processes is a number';
    $h->stop;
    ok gone_soon($pid), 'stop ended that process';
};

subtest 'says what is wrong' => sub {
    my $h = server(module => undef);
    is error_of(sub { server(module => undef, port => $h->port) }),
          'Cannot start httpd: port '
        . $h->port
        . " of 127.0.0.1 is in use by another program.\n",
        'a port in use is named with its owner';

    my $bad = server(module => undef, config => "NoSuchThing\n", start => 0);
    my ($ok, $said) = $bad->configtest;
    ok !$ok, 'a configtest of a wrong configuration fails';
    like $said, qr/Invalid command 'NoSuchThing'/,
        'a failed configtest shows why';
    like error_of(sub { $bad->start }),
        qr/\ACannot start httpd: .*Invalid command 'NoSuchThing'/s,
        'a failed start shows why';
    ok !$bad->is_running, 'nothing runs after a failed start';

    my $good = server(module => undef, start => 0);
    ($ok, $said) = $good->configtest;
    ok $ok, 'configtest of a good configuration';
    like $said, qr/Syntax OK/,
        'a configtest of a right configuration says so';

    like error_of(sub { server(module => undef, modules => ['nonesuch']) }),
        qr/\Ahttpd has no module 'nonesuch': there is no /,
        'a missing module is named';
    like error_of(sub { server(mudule => 'x') }), qr/no option 'mudule'/,
        'an unknown option is named';
    like error_of(sub { server(module => 'x') }), qr/choose 'mehari'/,
        'a module without a known name is refused';
    {
        local $ENV{MEHARI_MODULE} = '/nonexistent.so';
        like error_of(sub { server() }),
            qr{\AMEHARI_MODULE names /nonexistent\.so, which does not exist},
            'a missing file of MEHARI_MODULE is named';
    }
    {
        local $ENV{MEHARI_HTTPD} = '/nonexistent';
        like error_of(sub { server() }),
            qr{\AMEHARI_HTTPD names /nonexistent, which is not a program},
            'a file of MEHARI_HTTPD that is no program is named';
    }
};

subtest "leaves nothing when its creator ends by $_" => sub {
    my %end = (
        exit => 'exit 3',
        die  => 'die "on purpose\n"',
        TERM => 'kill TERM => $$; sleep 9',
        KILL => 'kill KILL => $$; sleep 9',
    );
    my $program = <<~"PERL";
        use Mehari::Httpd;
        my \$h = Mehari::Httpd->new->start;
        \$| = 1;
        print \$h->pid, ' ', \$h->root, "\\n";
        close STDERR;
        if (!fork) { exit 0 }
        wait;
        kill 0 => \$h->pid or print "a forked child stopped it\\n";
        $end{$_};
        PERL
    open my $pipe, '-|', $^X, (map { "-I$_" } @INC), '-e', $program
        or die "Cannot run perl: $!.\n";
    my ($pid, $root) = split ' ', <$pipe>;
    is scalar <$pipe>, undef, 'httpd outlives a child of its creator';
    close $pipe;
    is $? >> 8, 3, 'the exit status is that of the creator' if $_ eq 'exit';
    ok gone_soon($pid), "no process is left when the creator ends by $_";
    my $end = time + 5;
    sleep 0.05 while -e $root && time < $end;
    ok !-e $root, "no file is left when the creator ends by $_";
    }
    for qw(exit die TERM KILL);

subtest 'gives httpd a clean environment' => sub {
    local $ENV{PERL5LIB}    = '/nowhere';
    local $ENV{MEHARI_TEST} = 'leaked';
    my $h = server(
        module  => undef,
        modules => ['cgi'],
        env     => { GIVEN => 'given' },
        config  => "ScriptAlias /cgi/ \${DOCUMENT_ROOT}/\nPassEnv GIVEN\n",
        start   => 0,
    );
    write_file($h->document_root . '/env', <<~'CGI', 0755);
        #!/bin/sh
        printf 'Content-Type: text/plain\n\n'
        env
        CGI
    $h->start;
    my $body = get($h, '/cgi/env')->body;
    like $body, qr/^GIVEN=given$/m,
        'the given variable is in the environment';
    unlike $body, qr/leaked|nowhere/,
        'no other variable is in the environment';
};

done_testing;
