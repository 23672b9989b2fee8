# Scripts on a file system that is silent, slow, or refuses: their requests end, and
# the same manager serves others as before. The file system is a program, this
# test's own (FUSE).

use Mehari::Test;
use File::Temp;
use POSIX       ();
use Time::HiRes qw(sleep time);
use Mehari::Test::Fuse;
use Mehari::Test::Gateway
    qw(children_of gateway_server pool_processes script wait_until);

plan skip_all => 'only root can mount a file system' if $>;
my $place = File::Temp->newdir;
chmod 0755, $place;
my $files = Mehari::Test::Fuse->new($place);
plan skip_all => 'there is no FUSE here' if !$files;

sub text ($word) {
    return <<~"PERL";
        #!/usr/bin/perl
        print "Content-Type: text/plain\n\n$word\n";
        PERL
}
$files->write("$_.pl", text($_)) for qw(there new newer newest);

my $h = gateway_server(
    modules => ['alias'],
    workers => 16,
    config  => <<~"CONF",
        PerlPool default concurrency=8
        @{[ Mehari::Test::Fuse::served($place) ]}
        CONF
);
script($h, "$_.pl", qq(print "Content-Type: text/plain\n\n$_\n";))
    for qw(here another);

sub is_served ($path, $body, $name, $limit = 5) {
    local $Test::Builder::Level = $Test::Builder::Level + 1;
    my $begun = time;
    is get($h, $path, timeout => 30)->body, $body, "$name: $path is served";
    cmp_ok time - $begun, '<', $limit, "$name: $path is served soon";
    return;
}

sub is_refused ($path, $why, $name) {
    local $Test::Builder::Level = $Test::Builder::Level + 1;
    my $mark     = $h->error_log_mark;
    my $response = get($h, $path, timeout => 30);
    is $response->status, 503, "$name: $path gets 503";
    ok $response->header('Retry-After'), "$name: $path has Retry-After";
    my $file = $path =~ s{.*/}{}r;
    log_like($h, $mark, qr/\Q$file\E: $why.*MH3011/, "$name: the reason");
    return;
}

# A request without anybody who waits for its end.
sub ask ($path) {
    my $client = client($h, timeout => 60);
    $client->send("GET $path HTTP/1.1\r\nHost: localhost\r\n\r\n");
    return $client;
}

is_served('/here.pl',       "here\n",  'before');
is_served('/held/there.pl', "there\n", 'before') for 1 .. 2;
my $manager = pool_processes($h)->{default};

subtest 'the file changes' => sub {
    for my $word (qw(second third fourth)) {
        $files->write('there.pl', text($word));
        is_served('/held/there.pl', "$word\n", 'a change') for 1 .. 3;
    }
};

# Finds the scout, as a script of the same user could.
sub scouts () {
    return grep {
        (eval { read_file("/proc/$_/comm") } // '') eq "mehari-scout\n"
    } children_of($manager);
}

subtest 'the scout is ended, or stopped' => sub {
    for my $signal (qw(KILL STOP TERM)) {
        my @scouts = scouts();
        is scalar(@scouts), 1, 'there is a scout';
        kill $signal => @scouts;
        is_served('/held/there.pl', "fourth\n", "after $signal") for 1 .. 3;
        ok wait_until(sub { !-e "/proc/$scouts[0]" }), 'it has gone';
    }
    is pool_processes($h)->{default}, $manager, 'the manager is the same';
};

subtest 'the file system refuses' => sub {
    for my $errno (POSIX::EIO(), POSIX::ESTALE()) {
        $files->refuse($errno);
        cmp_ok get($h, '/held/there.pl')->status, '>=', 400, "errno $errno";
        is_served('/here.pl', "here\n", "errno $errno");
        $files->refuse(0);
        is_served('/held/there.pl', "fourth\n", "after errno $errno")
            for 1 .. 2;
    }
};

my @hanging;

# The kernel still has the answers to httpd's questions. Only the manager asks
# something new: whether the script may be executed.
sub falls_silent () {
    $files->cache(3600);
    stat $place;
    stat "$place/$_.pl" for qw(new newer newest);
    $files->silent;
    return;
}

my $SILENT = qr/the file system at \Q$place\E does not answer/;

subtest 'the file system is silent' => sub {
    falls_silent();
    is_refused('/held/new.pl', $SILENT, 'first');
    push @hanging, ask('/held/there.pl');
    for (1 .. 12) {
        is_served("/$_.pl", "$_\n", 'silence', 2) for qw(here another);
        sleep 0.3;
    }
    is_refused("/held/$_.pl", $SILENT, 'later') for qw(new newer);
    is pool_processes($h)->{default}, $manager, 'the manager is the same';
};

subtest 'the file system answers again' => sub {
    $files->silent(0);
    $files->cache(0);
    for my $name (qw(new newer)) {
        ok wait_until(
            sub {
                (get($h, "/held/$name.pl", timeout => 30)->body // '') eq
                    "$name\n";
            },
            20
            ),
            'its scripts are served';
    }
    is_served('/here.pl', "here\n", 'after the silence');
};

subtest 'the file system is slow' => sub {
    $files->delay(0.4);
    my $slow = ask('/held/newest.pl');
    for (1 .. 8) {
        is_served('/here.pl', "here\n", 'slowness', 2);
        sleep 0.2;
    }
    is $slow->read_response->body, "newest\n", 'it is served, and right';
    $files->delay(0);
    is pool_processes($h)->{default}, $manager, 'the manager is the same';
};

# The held process runs no more code, so others get its slot.
subtest 'a process that the file system holds' => sub {
    my $one = gateway_server(perl_pool => 'concurrency=1 request-timeout=1');
    script($one, 'here.pl', 'print "Content-Type: text/plain\n\nhere\n";');
    write_file($one->document_root . '/reads.pl',
        "#!/bin/sh\nread line < $place/there.pl\n", 0755);
    is get($one, '/here.pl')->body, "here\n", 'a script is served';
    $files->silent;
    is get($one, '/reads.pl', timeout => 20)->status, 504,
        'a request is ended in its time';
    ok wait_until(
        sub { get($one, '/here.pl', timeout => 20)->status == 200 }, 20
        ),
        'the only slot is given to others';
    $files->silent(0);
    $one->stop;
};

subtest 'the manager is killed meanwhile' => sub {
    kill KILL => $manager;
    ok wait_until(sub { (pool_processes($h)->{default} // 0) != $manager }),
        'another manager has a look at the slow file system';
    is_served('/here.pl', "here\n", 'before', 10);
    $manager = pool_processes($h)->{default};
    falls_silent();
    is_refused('/held/newest.pl', $SILENT, 'silence');
    is_served('/here.pl', "here\n", 'silence');
    my @below = children_of($manager);
    kill KILL => $manager;
    ok wait_until(sub { !-e "/proc/$manager" }), 'the manager ends';
    ok wait_until(
        sub {
            !grep { is_left($_) } @below;
        },
        15
        ),
        'its processes end, but for those that the file system holds';
    is_served('/here.pl', "here\n", 'the next manager', 10);
    $files->end;
    ok wait_until(
        sub {
            !grep { -e "/proc/$_" } @below;
        },
        15
        ),
        'those end with the file system';
};

# Held descriptors of others would block processes that wait for end of file.
sub is_left ($pid) {
    my $status = eval { read_file("/proc/$pid/status") } // return;
    return if $status =~ /^State:\t[ZX]/m;
    return $status !~ /^ShdPnd:\t\w*[13579bdf]\w\w$/m;
}
@hanging = ();
$h->stop;

done_testing;
