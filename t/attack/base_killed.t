# The process that workers come from is killed while one of its workers lives:
# the pool goes on, with scripts and handlers. No request fails that comes
# afterwards, or that ends within three seconds. If a base of scripts is killed,
# the log names it with the signal.

use Mehari::Test;
use Time::HiRes qw(sleep time);
use Mehari::Test::Gateway
    qw(children_of gateway_server pool_processes script wait_until);
use Mehari::Test::Worker;
use Mehari::Test::Process;

sub pipes ($pid) {
    return
        grep { /\Apipe/ } map { readlink($_) // '' } glob "/proc/$pid/fd/*";
}

my $h = worker_server(perl_pool => 'workers=2');
is get($h, '/w?hello')->body, "hello\n",
    'a worker serves before its base is killed';
my $manager = pool_processes($h)->{default};

for my $round (1 .. 2) {
    my ($worker) = get($h, '/w?pid')->body =~ /\A(\d+)/;
    my $base = parent_of($worker);
    cmp_ok $base, '!=', $manager, 'the worker has a parent of its own';
    my $mark = $h->error_log_mark;
    kill STOP => $worker;
    wait_until(sub { read_file("/proc/$worker/stat") =~ /\) T/ });
    kill KILL => $base;
    ok wait_until(sub { !kill 0 => $base }), 'the stopped base is killed';
    my $start  = time;
    my @answer = map { get($h, '/w?hello', timeout => 20) } 1 .. 3;
    is_deeply [ map { $_->status } @answer ], [ (200) x 3 ],
        'the pool answers after its base was killed';
    is $answer[-1]->body, "hello\n",
        'the new base answers as the old one did';
    cmp_ok time - $start, '<', 8, 'a killed base is replaced within 8 s';
    ok wait_until(
        sub {
            get($h, '/w?hello');
            $h->error_log_since($mark)
                =~ /.* ended: signal 9 \(Killed\).*\[MH3053\]/;
        }
        ),
        'the log says how the base ended';
    is pool_processes($h)->{default}, $manager,
        'the same manager serves after its base was killed';
    kill CONT => $worker;
    ok wait_until(
        sub {
            !grep { $_ == $worker } children_of(1);
        }
        ),
        'the old worker is gone';
}

# A worker that has a request has three seconds to end it.
sub begin_with_base ($what) {
    my $base   = parent_of(get($h, '/w?pid')->body =~ /\A(\d+)/);
    my $client = client($h, timeout => 20);
    $client->send("GET /w?$what HTTP/1.1\r\nHost: localhost\r\n"
            . "Connection: close\r\n\r\n");
    ok $client->read_until(qr/first\n/), 'the request is on its way';
    kill KILL => $base;
    return $client->read_all;
}
my $mark = $h->error_log_mark;
like begin_with_base('flow'), qr/second\n\r\n0\r\n\r\n\z/,
    'a request goes on when the base of its worker is killed';
ok wait_until(
    sub {
        get($h, '/w?hello', timeout => 20)->body eq "hello\n"
            && $h->error_log_since($mark) =~ /signal 9 .*\[MH3053\]/;
    }
    ),
    'the log says that the base was killed';
my $began = time;
unlike begin_with_base('flow&2000'), qr/second|\r\n0\r\n\r\n\z/,
    'a request that goes on for long is broken off';
cmp_ok time - $began, '<', 8, 'it is ended soon';
is get($h, '/w?hello', timeout => 20)->body, "hello\n",
    'the pool answers after its base was killed under a request';

# A handler's fork outlives its worker and keeps its descriptors open. One of
# them is the pipe for the base's words, so the manager sees no end of file
# there.
my ($holder) = get($h, '/w?fork')->body =~ /\A(\d+)/;
my %pipe = map { ($_ => 1) } pipes($manager);
ok scalar(grep { $pipe{$_} } pipes($holder)),
    'a process holds what its worker had open';
kill KILL => parent_of(parent_of($holder));
is get($h, '/w?hello', timeout => 8)->body, "hello\n",
    'the pool answers while bases cannot start';
is pool_processes($h)->{default}, $manager,
    'the same manager serves while bases cannot start';
kill KILL => $holder;
$h->stop;
ok wait_until(sub { !kill 0 => $manager }), 'the manager ends with httpd';

# Each base is killed while it starts, as the kernel does when memory runs out.
# Such a shortage may pass.
{
    my $unlucky = worker_server(
        handlers => { '/dies' => 'My::Dies' },
        config   => <<~'CONF',
            PerlRequire ${DOCUMENT_ROOT}/dies.pl
            CONF
        start => 0,
    );
    my $file = $unlucky->document_root . '/dies.pl';
    write_file($file, <<~'PERL');
        package My::Dies;
        use Apache2::RequestRec ();
        use Apache2::RequestIO  ();
        open my $line, '<', '/proc/self/cmdline';
        kill KILL => $$ if <$line> =~ /MEHARI_WORKER/ && -e __FILE__ . '.kill';
        sub handler { $_[0]->print("hello\n"); return 0 }
        1;
        PERL
    $unlucky->start;
    is get($unlucky, '/dies')->body, "hello\n", 'a worker serves';
    write_file("$file.kill", '');
    my $pid = pool_processes($unlucky)->{default};
    kill KILL => grep { parent_of($_) == $pid } children_of($pid);
    my $answer;
    ok wait_until(
        sub {
            $answer = get($unlucky, '/dies', timeout => 20);
            return $answer->status != 200;
        },
        20
        ),
        'a request is refused when bases are killed again and again';
    is $answer->status, 503, 'it is refused for a time';
    ok $answer->header('Retry-After'), 'and is told when to come again';
    unlink "$file.kill";
    ok wait_until(
        sub { get($unlucky, '/dies', timeout => 20)->status == 200 }, 40
        ),
        'the pool answers when that has passed';
}

for my $end ([ 'ABRT', 6, 'Aborted' ], [ 'SEGV', 11, 'Segmentation fault' ]) {
    my ($signal, $number, $name) = @$end;
    $h = gateway_server();
    script($h, 'hi.pl', 'print "Content-Type: text/plain\n\nhello\n";');
    is get($h, '/hi.pl')->body, "hello\n", 'a script is served';
    $manager = pool_processes($h)->{default};
    my ($base) = grep { parent_of($_) == $manager } children_of($manager);
    my $mark = $h->error_log_mark;

    # The base handles signals of its own faults, but not signals that others
    # send.
    kill $signal => $base;
    ok wait_until(sub { !kill 0 => $base }), "a base ends by SIG$signal";
    is get($h, '/hi.pl')->body, "hello\n", 'the script is served again';
    log_like($h, $mark, qr/ended: signal $number \($name\).*\[MH3059\]/);
    $h->stop;
}

done_testing;
