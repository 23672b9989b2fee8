# The system has no process for a pool's manager, when httpd starts or after a
# manager has died. Requests for that pool get 503 at once and hold no thread.
# Some seconds after the system has processes again, they are served.

use Mehari::Test;
use Time::HiRes qw(time);
use Mehari::Test::Attack;
use Mehari::Test::Gateway qw(pool_processes wait_until);
use Mehari::Test::Pool;

# Seconds; httpd looks for the manager every ten.
my $LOOKS = 30;

my $library = Mehari::Test::Pool::build_folder() . '/t/attack/refuses.so';
my $h       = attack_server(
    workers   => 6,
    perl_pool => 'start-timeout=60',
    modules   => ['include'],
    config    => <<~'CONF',
        <Files "*.shtml">
            ForceType text/html
            SetOutputFilter INCLUDES
            Options +Includes
        </Files>
        CONF
    files => {
        'static.txt' => "static\n",
        'page.shtml' => '<!--#exec cmd="echo hello"-->',
    },
    start => 0,
);
my $refuse = $h->root . '/refuse';
$h->{env}{LD_PRELOAD}    = join ' ', $ENV{MEHARI_PRELOAD} // (), $library;
$h->{env}{REFUSES_WHILE} = $refuse;
write_file($h->document_root . '/hello.pl', <<'EOF_SCRIPT', 0755);
#!/usr/bin/perl
sleep 60 if $ENV{QUERY_STRING};
print "Content-Type: text/plain\n\nhello\n";
EOF_SCRIPT

sub is_served ($name) {
    for my $path ('/hello.pl', '/w?hello') {
        ok wait_until(
            sub { get($h, $path, timeout => 30)->status == 200 }, $LOOKS
            ),
            "$name: $path is served";
    }
    return;
}

# Sends more requests than there are threads.
sub is_refused ($name) {
    my $mark = $h->error_log_mark;
    for my $round (1 .. 4) {
        for my $path ('/hello.pl', '/w?hello') {
            my $start    = time;
            my $response = get($h, $path, timeout => 90);
            is $response->status, 503, "$name: $path gets 503";
            ok $response->header('Retry-After'), 'and when to come back';
            cmp_ok time - $start, '<', 3, 'at once';
        }
    }
    my $start = time;
    unlike get($h, '/page.shtml', timeout => 90)->body, qr/hello/,
        "$name: a command is refused, too";
    cmp_ok time - $start, '<', 3, 'at once';
    is get($h, '/static.txt')->body, "static\n", "$name: a file is served";
    log_like($h, $mark, qr/it has no manager, .* \[MH3011\]/);
    return;
}

subtest 'when httpd starts' => sub {
    write_file($refuse, '');
    $h->start;
    log_like($h, 0, qr/pool default cannot be started now.*\[MH1217\]/);
    is_refused('no manager yet');
    unlink $refuse;
    is_served('a manager at last');
};

subtest 'when a manager has died' => sub {
    my $mark    = $h->error_log_mark;
    my @clients = map { client($h, timeout => 90) } 1 .. 3;
    write_file($refuse, '');
    my $manager = pool_processes($h)->{default};
    kill STOP => $manager;
    $_->send("GET /hello.pl HTTP/1.1\r\nHost: localhost\r\n\r\n")
        for @clients;
    kill KILL => $manager;
    log_like($h, $mark, qr/pool default cannot be started now.*\[MH3041\]/);
    my $start = time;
    is $_->read_response->status, 503, 'a request that waited for it gets 503'
        for @clients;
    cmp_ok time - $start, '<', 5, 'soon';
    is_refused('no manager any more');
    unlink $refuse;
    is_served('the next manager');
};

subtest 'after a graceful restart' => sub {
    write_file($refuse, '');
    $h->graceful;
    ok wait_until(
        sub { get($h, '/hello.pl', timeout => 90)->status == 503 }, 20
        ),
        'the new configuration has no manager';
    is_refused('after a restart');
    unlink $refuse;
    is_served('after a restart, a manager');
};

$h->stop;

done_testing;
