# Managers come and go: a graceful restart fails no request, a manager that was
# killed is replaced, and nothing is left of a server that has stopped.

use Mehari::Test;
use Time::HiRes qw(sleep time);
use Mehari::Test::Gateway;

# Sends requests one after the other, in a process of its own, until told to
# stop, and three were served or one failed.
sub load ($h, $path) {
    my $stop = $h->root . '/tmp/stop';
    pipe my $in, my $out or die "pipe: $!.\n";
    my $pid = fork // die "Cannot fork: $!.\n";
    return { pid => $pid, in => $in, stop => $stop } if $pid;
    my ($good, @bad) = 0;
    until (-e $stop && ($good > 2 || @bad)) {
        my $response = eval { client($h)->request($path) };
        my $status   = $response ? $response->status // 'none' : "no: $@";
        if   ($status eq '200' && $response->complete) { $good++ }
        else                                           { push @bad, $status }
    }
    syswrite $out, "$good @bad";
    return POSIX::_exit(0);
}

# (number of good answers, errors)
sub end_of_load ($load) {
    write_file($load->{stop}, '');
    waitpid $load->{pid}, 0;
    sysread $load->{in}, my $text, 65536;
    my ($good, @bad) = split / /, $text // '0 nothing';
    my %wrong = map { $_ => 1 } @bad;
    return ($good, join q{ }, sort keys %wrong);
}

for my $mpm (qw(event prefork)) {
    subtest "graceful restarts under load, $mpm" => sub {
        my $h    = gateway_server(mpm => $mpm);
        my %old  = %{ pool_processes($h) };
        my @load = map { load($h, $_) } ('/hello.pl', '/steps.pl?2,150');
        for (1 .. 3) {
            sleep 0.3;
            $h->graceful;
        }
        sleep 0.3;
        for my $load (@load) {
            my ($good, $bad) = end_of_load($load);
            cmp_ok $good, '>', 2, "$good requests were served";
            is $bad, '', 'no request fails at graceful restarts';
        }
        ok wait_until(sub { !kill 0, $old{default} }),
            'the first manager has gone';
        ok wait_until(sub { keys %{ all_managers($h) } == 1 }),
            'one manager is left after graceful restarts';
        unlike $h->error_log, qr/long lost|manager of pool/,
            'the log has nothing of it';
        $h->stop;
    };
}

sub all_managers ($h) {
    my %pid;
    for my $pid (children_of($h->pid)) {
        my $name     = eval { read_file("/proc/$pid/cmdline") } // next;
        my $stat     = eval { read_file("/proc/$pid/stat") }    // next;
        my ($parent) = $stat =~ /\) \S (\d+)/;
        $pid{$pid} = 1 if $name =~ /\Amehari-pool/ && $parent == $h->pid;
    }
    return \%pid;
}

subtest 'a request that is under way at a graceful restart' => sub {
    my $h      = gateway_server();
    my $client = client($h);
    $client->send("GET /sleep.pl?2,1 HTTP/1.1\r\nHost: localhost\r\n\r\n");
    $client->read_until(qr/begin/);
    $h->graceful;
    ok $client->read_until(qr/end \d+.*\r\n0\r\n\r\n/s),
        'a request under way at a graceful restart ends as ever';
    $h->stop;
};

subtest 'a manager that is killed' => sub {
    my $h      = gateway_server();
    my $killed = pool_processes($h)->{default};
    get($h, '/hello.pl') for 1 .. 2;
    my ($before, $after) = map { client($h) } 1 .. 2;
    my $head = "HTTP/1.1\r\nHost: localhost\r\n\r\n";
    $before->send("GET /sleep.pl?20 $head");
    $after->send("GET /sleep.pl?20,1 $head");
    $after->read_until(qr/begin/);
    ok wait_until(sub { sleeping($h) == 2 }),
        'both requests run before the manager is killed';
    my $mark  = $h->error_log_mark;
    my $start = time;
    kill KILL => $killed;

    for (1 .. 3) {
        is get($h, '/hello.pl')->status, 200,
            'new requests work after the manager was killed';
    }
    cmp_ok time - $start, '<', 10,
        'new requests wait for none that was there';
    my $response = $before->read_response;
    is $response->status, 503, 'a request without output gets 503';
    ok $response->header('Retry-After'),
        'the client of a lost request is told when to come back';
    unlike $after->read_all, qr/end|\r\n0\r\n/,
        'a response that had begun is cut short';
    log_like($h, $mark,
        qr/the manager of pool default .*signal 9.*\[MH3040\]/);
    log_like($h, $mark,
        qr/the manager of pool default ended while it ran.*\[MH3004\]/);
    my $new = pool_processes($h)->{default};
    isnt $new, $killed, 'a killed manager is replaced';

    kill KILL => $new;
    $start = time;
    is get($h, '/hello.pl')->status, 200,
        'new requests work after the manager was killed again';
    log_like(
        $h, $mark,
        qr/a new one starts in 1 s/,
        'a manager killed twice: the next one waits a little'
    );
    $h->stop;
};

# Processes that run sleep.pl: its argument, 20, comes with a request. A
# template shares the memory of its run, and so its arguments, but the run has
# no children.
sub sleeping ($server) {
    my @of = grep { of_sleep($_) && !(() = children_of($_)) }
        children_of($server->pid);
    return scalar @of;
}

sub of_sleep ($pid) {
    my $words = eval { read_file("/proc/$pid/cmdline") } // '';
    return $words =~ /sleep\.pl\0+20/;
}

subtest 'a manager that does not run' => sub {
    my $h       = gateway_server(perl_pool => 'start-timeout=2s');
    my $manager = pool_processes($h)->{default};
    get($h, '/hello.pl');
    kill STOP => $manager;
    my $start  = time;
    my $status = get($h, '/hello.pl')->status;
    kill CONT => $manager;
    is $status, 503, 'the request does not wait for ever';
    cmp_ok time - $start, '<', 15,
        'a request waits for start-timeout at most';
    is get($h, '/hello.pl')->status, 200, 'a manager that runs again serves';
    $h->stop;
};

subtest 'restart' => sub {
    my $h   = gateway_server();
    my $old = pool_processes($h)->{default};
    get($h, '/hello.pl');
    $h->restart;
    is get($h, '/hello.pl')->status, 200, 'a restarted server serves';
    ok wait_until(sub { !-e "/proc/$old" }), 'the old manager has gone';
    isnt pool_processes($h)->{default}, $old,
        'a restarted server has a new manager';
    unlike $h->error_log, qr/long lost|manager of pool/,
        'the log wonders about nothing after a restart';
    $h->stop;
};

subtest 'stop' => sub {
    my $h       = gateway_server();
    my $manager = pool_processes($h)->{default};
    get($h, '/hello.pl');
    my $client = client($h);
    $client->send("GET /sleep.pl?20,1 HTTP/1.1\r\nHost: x\r\n\r\n");
    my ($script) = $client->read_until(qr/begin \d+/) =~ /begin (\d+)/;
    $h->stop;
    ok wait_until(sub { !kill 0, $manager }),
        'the manager goes when httpd stops';
    ok wait_until(sub { !-e "/proc/$script" }),
        'the script that the manager ran goes';
};

done_testing;
