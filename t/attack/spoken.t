# A hostile process of a pool's user, which may look into the pool's other
# processes. It sends messages in their names, and takes messages that are meant
# for them. Only the request that is attacked may fail.

use Mehari::Test;
use JSON::PP qw(decode_json);
use Mehari::Test::Attack;
use Mehari::Test::Gateway qw(children_of pool_processes script wait_until);
use Mehari::Test::Pool;
use Mehari::Test::Rollback;
use Mehari::Test::Wire;

my $speaks = Mehari::Test::Pool::build_folder() . '/t/attack/speaks';
needs($speaks);
plan skip_all => rollback_missing() if rollback_missing();

my $h = attack_server(
    perl_pool => 'workers=2 request-timeout=3',
    config    => <<~'CONF',
        <Location "/figures">
            SetHandler mehari-status
        </Location>
        CONF
);
script($h, 'who.pl',
    'print "Content-Type: text/plain\n\n$ENV{QUERY_STRING} $$ ", getppid;');

script($h, 'long.pl',
          '$| = 1; print "Content-Type: text/plain\n\n$$ ",'
        . ' getppid, "\n"; sleep 5; print "end\n";');

sub ask ($query) {
    my ($said, $run, $parent) = split ' ',
        get($h, "/who.pl?$query", timeout => 20)->body;
    return { said => $said, run => $run, parent => $parent };
}

# The process ids of busy workers.
sub busy_workers () {
    my $all = decode_json(get($h, '/figures?format=json')->body)->{pools};
    return map { $_->{pid} }
        grep   { $_->{kind} eq 'worker' && $_->{state} eq 'busy' }
        map    { @{ $_->{processes} } } @$all;
}

sub worker () { return get($h, '/w?pid', timeout => 20)->body =~ /\A(\d+)/ }

wait_until(sub { worker() }, 20);
my $manager = pool_processes($h)->{default};

# The kernel lets only root send in another process's name. Root stands here for
# a process that ptraces the other. Messages in the sender's own name have no
# effect: the manager goes on as before.
my $reported = $> == 0 ? "reported\n" : "reported as itself\n";
my $ends
    = $> == 0
    ? qr/sent the manager a message that it may not send.*\[MH3080\]/
    : qr/a worker ran for more than 3 s .*\[MH3063\]/;

# Messages of a script's process, which knows the pool's secret.
my %report = (
    ASKED => message(
        'DONE', 0,
        STATUS => number(0),
        ASKED  => "a.pm\0rmain /a.pm\0"
    ),
    FAILED => message('FAILED', 0, VARIES => "A\0"),
    DONE   => message('DONE',   0, STATUS => number(0)),
    READY  => message('READY',  0, PID    => number($manager)),
);
for my $type (sort keys %report) {
    my $template = ask('before')->{parent};
    my $client   = client($h, timeout => 20);
    my $mark     = $h->error_log_mark;
    $client->send("GET /w?hang HTTP/1.0\r\n\r\n");
    my @busy;
    wait_until(sub { @busy = busy_workers() });
    for my $worker (@busy) {
        my @words
            = ($manager, $template, $worker, unpack 'H*', $report{$type});
        my $said = qx($speaks report @words);
        plan skip_all => 'no process can be looked into here'
            if $said =~ /^not/ && !Test::More->builder->current_test;
        is $said, $reported, "a busy worker is said to report $type";
    }
    like $client->read_all, qr/\AHTTP\S+ 50\d /,
        'the request of a worker that says nonsense fails';
    ok wait_until(sub { worker() }, 20), 'the next request is served';
    log_like($h, $mark, $ends);
    is pool_processes($h)->{default}, $manager,
        'the same manager serves after a worker said nonsense';
}

# A message in the name of a script's process, that it has ended.
{
    my $client = client($h, timeout => 20);
    $client->send("GET /long.pl HTTP/1.0\r\n\r\n");
    my ($run, $template)
        = $client->read_until(qr/\d+ \d+\n\z/) =~ /(\d+) (\d+)\n\z/;
    my @words = ($manager, $template, $run, unpack 'H*', $report{DONE});
    is qx($speaks report @words), $reported, 'a script is said to end';
    is $client->read_all, $> == 0 ? "end\n" : '',
        $> == 0
        ? 'a script goes on past its end'
        : 'a script ends in its time';
    is ask('next')->{said}, 'next', 'the next is its own';
}

# A process takes a request away from its run: the request fails in time, and no
# process serves it instead, or twice.
for my $round (1 .. 3) {
    my $before = ask("before-$round");
    my $from   = $before->{parent};
    my $run;
    wait_until(
        sub {
            ($run) = grep { $_ != $before->{run} } children_of($from);
        }
    );
    open my $said, '-|', $speaks, 'take', $from or die "$speaks: $!\n";
    is readline $said, "waits\n", 'a process waits for the next request';
    kill STOP => $run;    # or it could be the first
    my $client = client($h, timeout => 20);
    $client->send("GET /who.pl?lost-$round HTTP/1.0\r\n\r\n");
    is readline $said, "taken\n", 'the process takes the request away';
    kill CONT => $run;
    like $client->read_all, qr{\AHTTP\S+ 500 },
        'the taken request fails with 500';
    is ask("after-$round")->{said}, "after-$round", 'the next is its own';
}
is pool_processes($h)->{default}, $manager,
    'the same manager serves after requests were taken away';

done_testing;
