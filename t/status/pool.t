# The status of a pool of scripts: figures, texts that anybody can choose, the
# three formats, a running process's Perl stack.

use Mehari::Test;
use JSON::PP   qw(decode_json);
use List::Util qw(sum);
use Mehari::Test::Gateway;
use Time::HiRes qw(sleep);

my $EVIL = q{<b>&"'};

my $h = gateway_server(
    perl_pool => 'request-timeout=8 queue=7 preload=POSIX restore=auto',
    config    => <<~'CONF',
    <Location "/status">
        SetHandler mehari-status
    </Location>
    CONF
);
script($h, "evil$EVIL.pl",
    qq(print "Content-Type: text/plain\\n\\nhello\\n";\n));
script($h, 'dies.pl',      qq(die q{$EVIL</script>\x{fe}} . "\\n";\n));
script($h, 'no_header.pl', qq(print "a page\\n";\n));
script($h, 'no_output.pl', qq(1;\n));
script($h, 'half_head.pl', qq(print "Content-Type: text/plain\\n";\n));
script($h, 'own_error.pl', qq(print "Status: 500 it is\\n\\n";\n));
script($h, 'lacks.pl',     "use No::Such::Module;\n");
script($h, 'sleeps.pl',    <<~'PERL');
    print "Content-Type: text/plain\n\n";
    sub slow { sleep 30 }
    slow();
    PERL

sub status ($query = '?format=json') {
    my $response = get($h, "/status$query");
    is $response->status, 200, "$query is answered with status 200";
    return $response;
}

sub pool ($query = '?format=json') {
    my ($pool)
        = grep { $_->{name} eq 'default' }
        decode_json(status($query)->body)->{pools}->@*;
    return $pool;
}

sub script_row ($pool, $end) {
    my ($row) = grep { $_->{script} =~ /\Q$end\E\z/ } $pool->{scripts}->@*;
    return $row;
}

subtest 'before anything was asked of it' => sub {
    my $pool = pool();
    is $pool->{problem},          undef, 'a new pool has no problem';
    is $pool->{counts}{requests}, 0,     'a new pool has no requests';
    is $pool->{queue},            7,     'places in the queue';
    is_deeply $pool->{modules}, ['POSIX'], 'modules that are loaded ahead';
    is scalar $pool->{history}{requests}->@*, 300,
        'the history has five minutes';
    my ($manager) = $pool->{processes}->@*;
    is $manager->{kind}, 'manager', 'the first process is the manager';
    cmp_ok $manager->{total}, '>', 0, 'the manager has memory';
    ok kill(0, $manager->{pid}), 'the manager has the number of its process';
};

my $path = "/evil" . $EVIL =~ s/(\W)/sprintf '%%%02X', ord $1/ger . ".pl";
subtest 'requests are counted' => sub {
    is $_->body, "hello\n", 'the script says hello'
        for get($h, $path, repeat => 5);
    my $pool = pool();
    my $row  = script_row($pool, "evil$EVIL.pl");
    is $row->{runs},   5,          'the page counts five runs';
    is $row->{errors}, 0,          'the row has no errors';
    is $row->{mode},   'perl-cgi', 'the row has the mode';
    cmp_ok $row->{median}, '>', 0,            'the row has a median';
    cmp_ok $row->{p99}, '>=', $row->{median}, 'the row has a 99th percentile';
    cmp_ok $row->{compile}, '>', 0, 'the row has the time of the compilation';
    is $row->{last_error},        undef, 'the row has no last error';
    is $pool->{counts}{requests}, 5,     'the pool has the sum of requests';
    ok wait_until(sub { sum(pool()->{history}{requests}->@*) == 5 }),
        'the history has the sum of requests when the second is over';
};

# The kernel and the machine decide which way works, so the test does not expect
# one.
subtest 'memory that is put back' => sub {
    get($h, $path, repeat => 3);
    my $restore = pool()->{restore};
    like $restore->{way}, qr/\A(?:uffd|soft-dirty|compare|fork)\z/,
        'the pool says how memory is put back';
    my $works = $restore->{way} ne 'fork';
    is !!$restore->{$_}, $works, $_ for qw(runs pages time);
    like status('')->body, qr{Restored\ by</dt><dd>$restore->{way}
           [^\n]*\b\d+\ pages,\ [\d.]+\ .s\ a\ run}x,
        'the page says how memory is put back'
        if $works;
    my $text = status('?format=openmetrics')->body;
    like $text,
        qr/^mehari_restore\{pool="default",way="$restore->{way}"\} 1$/m,
        'the way in OpenMetrics';
    like $text, qr/^mehari_restored_seconds_total\{pool="default"\} 0\.\d+$/m,
        'the time in OpenMetrics'
        if $works;
};

subtest 'errors' => sub {
    is get($h, '/dies.pl')->status, 500,
        'a script that dies makes status 500';
    my $pool = pool();
    my $row  = script_row($pool, 'dies.pl');
    is $row->{errors}, 1, 'the error of a script is counted';
    is $row->{last_error}, "$EVIL</script>\\xfe",
        'the last error is shown; no UTF-8 is shown as its bytes';
    is $pool->{counts}{errors}, 1, 'the error of a script is in the sum';

    my %wrong = (
        'no_header.pl' => 'malformed header from script: a page',
        'no_output.pl' => 'End of script output before headers',
        'half_head.pl' => 'End of script output before headers',
    );
    my %status = map { $_ => get($h, "/$_")->status } keys %wrong;
    is_deeply \%status, { map { $_ => 500 } keys %wrong },
        'a response without headers makes status 500';
    $pool = pool();

    for my $script (sort keys %wrong) {
        my $row = script_row($pool, $script);
        is $row->{runs}, 1, "$script has one run";
        is $row->{errors}, 1,
            "$script has an error, though it has ended well";
        is $row->{last_error}, $wrong{$script}, "the error of $script";
    }
    is $pool->{counts}{errors}, 4, 'these errors are in the sum';

    get($h, '/lacks.pl', repeat => 3);
    like script_row(pool(), 'lacks.pl')->{last_error},
        qr{\ACan't locate No/Such/Module\.pm in \@INC},
        'the last error is the first line about a module that is missing';

    get($h, '/own_error.pl');
    is script_row(pool(), 'own_error.pl')->{errors}, 0,
        'a status that the script chooses is no error of the script';
};

subtest 'a process that runs' => sub {
    my $client = client($h);
    $client->send("GET /sleeps.pl?a=b HTTP/1.0\r\nHost: x\r\n\r\n");
    my ($busy, $one);
    wait_until(    # it has the request before it sleeps
        sub {
            # At first the row may name the template, and then its run.
            ($busy)
                = grep { $_->{state} eq 'busy' && $_->{request} }
                pool()->{processes}->@*;
            return if !$busy;
            ($one)
                = grep { $_->{pid} == $busy->{pid} }
                pool("?format=json&pid=$busy->{pid}")->{processes}->@*;
            return ($one->{stack} // '') =~ /\(sleep\)/;
        }
    );
    is $busy->{kind}, 'child', 'a process that runs a script is a child';
    is $busy->{request}, 'GET /sleeps.pl',
        'a busy process is shown with its request';
    like $busy->{script}, qr{/sleeps\.pl\z},
        'a busy process is shown with its script';
    cmp_ok $busy->{private}, '>', 0, 'memory of its own';
    cmp_ok $busy->{shared},  '>', 0, 'a busy process has shared memory';
    like $one->{stack}, qr/main::slow at \S+ line 3 \(sleep\)/,
        'a busy process is shown with its stack';
    my $page = status("?pid=$busy->{pid}")->body;
    like $page, qr/<pre class="stack">main::slow at /,
        'the stack is in the page';
    unlike $page, qr/evil/, "the page has nothing of the script's variables";
    ok kill(0, $busy->{pid}), 'a process that was looked at goes on';
    like $client->read_all, qr{\AHTTP/1\.1 504 },
        'a script that runs for too long gets 504';
    my ($pool, $row);
    wait_until(
        sub {
            $pool = pool();
            $row  = script_row($pool, 'sleeps.pl');
            return $row->{errors};
        }
    );
    is $pool->{counts}{timeouts}, 1, 'the time-out is counted';
    is $row->{errors},            1, 'the time-out is an error of the script';
    is $row->{last_error}, 'ran for more than 8 s',
        'the last error says that the script ran too long';
};

subtest 'the page' => sub {
    my $response = status('');
    my $page     = $response->body;
    like $response->header('Content-Type'), qr{\Atext/html; charset=utf-8},
        'the page is HTML in UTF-8';
    unlike $page, qr/<b>&|dies.*<\/script>/,
        'the page has nothing of a client';
    like $page, qr/evil&lt;b&gt;&amp;&quot;&#39;\.pl/,
        'the name of the script is escaped';
    like $page, qr/&lt;\/script&gt;\\xfe/, 'errors are escaped in the page';
    unlike $page, qr{(?:src|href)="(?!\?|data:)},
        'the page has no outside assets';
    my ($nonce) = $page =~ /<script nonce="(\w{32})">/;
    like $response->header('Content-Security-Policy'),
        qr/script-src 'nonce-$nonce'/,
        'the page allows only our own code to run';
    is scalar(() = $page =~ /<svg/g), 3, 'the page has three curves';
    unlike status('')->body, qr/$nonce/, 'the next page has another nonce';
};

subtest 'OpenMetrics' => sub {
    my $response = status('?format=openmetrics');
    is $response->header('Content-Type'),
        'application/openmetrics-text; version=1.0.0; charset=utf-8',
        'the metrics have the type of OpenMetrics';
    my $text = $response->body;
    like $text, qr/\n# EOF\n\z/, 'the metrics end with a mark';
    like $text, qr/^mehari_up\{pool="default"\} 1$/m, 'the pool is up';
    like $text, qr/^mehari_requests_total\{pool="default"\} 17$/m,
        'the metrics have the sum of a pool';
    my $label = quotemeta qq(evil<b>&\\"'.pl);
    like $text, qr/^mehari_script_duration_seconds_count
           \{pool="default",script="\S+$label",mode="perl-cgi"\}\ 8$/mx,
        'the metrics have the requests of a script';
    my (%type, %seen, $last);

    for my $line (split /\n/, $text) {
        $type{$1} = $2 if $line =~ /\A# TYPE (\w+) (\w+)\z/;
        next if $line =~ /\A#/;
        my ($name)
            = $line =~ /\A(\w+)\{(?:\w+="(?:[^"\\]|\\.)*",?)*\} [\d.]+\z/
            or fail "a line of nonsense: $line";
        my $family
            = $type{$name} ? $name : $name =~ s/_(?:total|sum|count)\z//r;
        ok $type{$family}, "$name has a type" if !$seen{$family};
        fail "$family comes in two places"
            if $seen{$family} && $family ne $last;
        $seen{ $last = $family } = 1;
    }
};

subtest 'what makes no sense' => sub {
    is get($h, "/status?$_")->status, 400, $_
        for qw(format=xml pid=x pid= pid=-1 pid=99999999999);
    is get($h, '/status', method => 'POST', body => 'x')->status, 405,
        'the status page refuses POST';
    like status('?pid=1')->body, qr/is not one of mehari's/,
        'a process that is not of the pool is refused';
};

subtest 'a manager that hangs' => sub {
    my ($manager) = pool()->{processes}->@*;
    kill STOP => $manager->{pid};
    my $pool   = pool();
    my $health = get($h, '/status?format=health');
    kill CONT => $manager->{pid};
    is $pool->{problem}, 'its manager does not answer',
        'the problem of a manager that hangs is shown';
    is $health->status, 503, 'a probe sees a hanging manager by the status';
    is $health->body, "default: its manager does not answer\n",
        'a probe reads which manager hangs';
    is pool()->{problem}, undef,
        'a manager that was continued has no problem';
    is status('?format=health')->body, "ok\n",
        'a probe is told that all is well again';
};

subtest 'a manager that dies' => sub {
    my ($manager) = pool()->{processes}->@*;
    kill KILL => $manager->{pid};
    my $now;
    wait_until(
        sub {
            ($now) = (pool()->{processes} // [])->@*;
            return $now && $now->{pid} != $manager->{pid};
        }
    );
    is pool()->{respawns}, 1, 'the respawn of a manager is counted';
};

done_testing;
