# The status of a pool of scripts: figures, texts of anybody's, the three
# formats, a running process's Perl stack.

use v5.36;
use Test::More;
use JSON::PP qw(decode_json);
use Mehari::Test;
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
script($h, 'dies.pl',   qq(die q{$EVIL</script>\x{fe}} . "\\n";\n));
script($h, 'sleeps.pl', <<~'PERL');
    print "Content-Type: text/plain\n\n";
    sub slow { sleep 30 }
    slow();
    PERL

sub status ($query = '?format=json') {
    my $response = get($h, "/status$query");
    is $response->status, 200, "$query is answered";
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
    is $pool->{problem},          undef, 'there is no problem';
    is $pool->{counts}{requests}, 0,     'no requests';
    is $pool->{queue},            7,     'places in the queue';
    is_deeply $pool->{modules}, ['POSIX'], 'modules that are loaded ahead';
    is scalar $pool->{history}{requests}->@*, 300, 'five minutes';
    my ($manager) = $pool->{processes}->@*;
    is $manager->{kind}, 'manager', 'the manager runs';
    cmp_ok $manager->{total}, '>', 0, 'it has memory';
    ok kill(0, $manager->{pid}), 'under that number';
};

my $path = "/evil" . $EVIL =~ s/(\W)/sprintf '%%%02X', ord $1/ger . ".pl";
subtest 'requests are counted' => sub {
    is $_->body, "hello\n", 'the script runs' for get($h, $path, repeat => 5);
    my $pool = pool();
    my $row  = script_row($pool, "evil$EVIL.pl");
    is $row->{runs},   5,       'the page counts five runs';
    is $row->{errors}, 0,       'errors';
    is $row->{tier},   'exact', 'tier';
    cmp_ok $row->{median},  '>',  0,              'a median';
    cmp_ok $row->{p99},     '>=', $row->{median}, 'a 99th percentile';
    cmp_ok $row->{compile}, '>',  0,              'it took time to compile';
    is $row->{last_error},        undef, 'no error';
    is $pool->{counts}{requests}, 5,     'the sum';
    sleep 1.1;
    my $sum = 0;
    $sum += $_ for pool()->{history}{requests}->@*;
    is $sum, 5, 'and in the history';
};

# What the kernel and the machine allow; the tests do not know that.
subtest 'memory that is put back' => sub {
    get($h, $path, repeat => 3);
    my $restore = pool()->{restore};
    like $restore->{way}, qr/\A(?:uffd|soft-dirty|compare|fork)\z/, 'its way';
    my $works = $restore->{way} ne 'fork';
    is !!$restore->{$_}, $works, $_ for qw(runs pages time);
    like status('')->body, qr{Restored\ by</dt><dd>$restore->{way}
           [^\n]*\b\d+\ pages,\ [\d.]+\ .s\ a\ run}x, 'on the page'
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
    is get($h, '/dies.pl')->status, 500, 'it fails';
    my $pool = pool();
    my $row  = script_row($pool, 'dies.pl');
    is $row->{errors}, 1, 'is counted';
    is $row->{last_error}, "$EVIL</script>\\xfe",
        'what it said; no UTF-8 is shown as its bytes';
    is $pool->{counts}{errors}, 1, 'in the sum, too';
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
    is $busy->{kind},    'child',          'is a child';
    is $busy->{request}, 'GET /sleeps.pl', 'its request';
    like $busy->{script}, qr{/sleeps\.pl\z}, 'its script';
    cmp_ok $busy->{private}, '>', 0, 'memory of its own';
    cmp_ok $busy->{shared},  '>', 0, 'a busy process has shared memory';
    like $one->{stack}, qr/main::slow at \S+ line 3 \(sleep\)/, 'its stack';
    my $page = status("?pid=$busy->{pid}")->body;
    like $page,   qr/<pre class="stack">main::slow at /, 'in the page';
    unlike $page, qr/evil/, 'which has nothing else';
    ok kill(0, $busy->{pid}), 'and it goes on';
    like $client->read_all, qr{\AHTTP/1\.1 504 }, 'until it may not';
    my ($pool, $row);
    wait_until(
        sub {
            $pool = pool();
            $row  = script_row($pool, 'sleeps.pl');
            return $row->{errors};
        }
    );
    is $pool->{counts}{timeouts}, 1,                       'a time-out';
    is $row->{errors},            1,                       'is an error';
    is $row->{last_error},        'ran for more than 8 s', 'that says so';
};

subtest 'the page' => sub {
    my $response = status('');
    my $page     = $response->body;
    like $response->header('Content-Type'), qr{\Atext/html; charset=utf-8},
        'is HTML';
    unlike $page, qr/<b>&|dies.*<\/script>/, 'nothing of anybody is in it';
    like $page, qr/evil&lt;b&gt;&amp;&quot;&#39;\.pl/,
        'the name of the script is escaped';
    like $page,   qr/&lt;\/script&gt;\\xfe/,      'and so are errors';
    unlike $page, qr{(?:src|href)="(?!\?|data:)}, 'no outside assets';
    my ($nonce) = $page =~ /<script nonce="(\w{32})">/;
    like $response->header('Content-Security-Policy'),
        qr/script-src 'nonce-$nonce'/, 'only our own code may run';
    is scalar(() = $page =~ /<svg/g), 3, 'three curves';
    unlike status('')->body, qr/$nonce/, 'the next page has another nonce';
};

subtest 'OpenMetrics' => sub {
    my $response = status('?format=openmetrics');
    is $response->header('Content-Type'),
        'application/openmetrics-text; version=1.0.0; charset=utf-8', 'type';
    my $text = $response->body;
    like $text, qr/\n# EOF\n\z/,                      'it has an end';
    like $text, qr/^mehari_up\{pool="default"\} 1$/m, 'the pool is up';
    like $text, qr/^mehari_requests_total\{pool="default"\} 10$/m, 'a sum';
    my $label = quotemeta qq(evil<b>&\\"'.pl);
    like $text, qr/^mehari_script_duration_seconds_count
           \{pool="default",script="\S+$label",tier="exact"\}\ 8$/mx,
        'a script';
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
    is get($h, '/status', method => 'POST', body => 'x')->status, 405, 'POST';
    like status('?pid=1')->body, qr/is not one of mehari's/,
        'not one of ours';
};

subtest 'a manager that hangs' => sub {
    my ($manager) = pool()->{processes}->@*;
    kill STOP => $manager->{pid};
    my $pool   = pool();
    my $health = get($h, '/status?format=health');
    kill CONT => $manager->{pid};
    is $pool->{problem}, 'its manager does not answer', 'is said so';
    is $health->status,  503, 'and to a probe by the status';
    is $health->body,    "default: its manager does not answer\n", 'with why';
    is pool()->{problem},              undef,  'and works again later';
    is status('?format=health')->body, "ok\n", 'which a probe is told';
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
    is pool()->{respawns}, 1, 'is counted';
};

done_testing;
