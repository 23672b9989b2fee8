# A worker on a lease is ended before it has read a request, and takes its time
# to end. The manager reports the end before the kernel does, and the request
# still goes to another worker. The manager finds such a worker if the worker
# does not return for others, or if httpd says that a request waits.

use Mehari::Test;
use Mehari::Test::Attack;
use Mehari::Test::Gateway qw(wait_until);
use Mehari::Test::Trace;

plan skip_all => trace_missing() if trace_missing();

# Each client keeps its process of httpd, so each has a lease of its own.
my $h = attack_server(
    mpm       => 'prefork',
    workers   => 2,
    perl_pool => 'workers=1 request-timeout=60s',
    files     => { 'count.worker' => <<~'PERL' },
        my $r = shift;
        open my $to, '>>', $r->document_root . '/work/' . $r->args or die $!;
        syswrite $to, "$$\n";
        $r->content_type('text/plain');
        $r->print($$);
        PERL
);
my $work = $h->document_root . '/work';
mkdir $work;
chmod 0777, $work;

sub begin ($client, $args) {
    $client->send("GET /count.worker?$args HTTP/1.1\r\nHost: x\r\n\r\n");
    return;
}

sub ask ($client, $args) {
    begin($client, $args);
    return $client->read_response;
}

sub times_run ($name) {
    return scalar(() = read_file("$work/$name") =~ /\n/g);
}

# Sends the first client's request to a stopped worker. That worker is then held
# at its end until the others are done.
sub lose_worker ($name, $meanwhile) {
    my @clients = map { client($h, timeout => 30) } 1 .. 2;
    ask($_, 'begins') for reverse @clients;
    my $worker = ask($clients[0], 'begins')->body;
    my $mark   = $h->error_log_mark;
    kill STOP => $worker;
    trace($worker, TRACE_END);
    begin($clients[0], $name);
    $meanwhile->($clients[1], $mark, $worker);
    untrace($worker);
    my $response = $clients[0]->read_response;
    is $response->status, 200,     "$name: the request is answered";
    isnt $response->body, $worker, 'by another worker';
    is scalar(() = read_file("$work/$name") =~ /\n/g), 1, 'and has run once';
    my $told = sub {
        return
            scalar(() = $h->error_log_since($mark) =~ /$worker.*\[MH3082\]/g);
    };

    # httpd gets the line with the manager's next answer.
    wait_until(
        sub {
            return $told->() || !map { ask($_, 'after') } @clients;
        }
    );
    is $told->(), 1, 'the log tells of it once';
    return;
}

for my $round (1 .. 3) {
    # With one worker, the manager recalls the worker for another request.
    lose_worker(
        "recalled$round",
        sub ($other, $mark, $worker) {
            isnt ask($other, "other$round")->body, $worker, 'another serves';
        }
    );
    lose_worker(
        "unread$round",
        sub ($other, $mark, $worker) {
            sleep 5;    # until the manager ends what does not read
            isnt ask($other, "other$round")->body, $worker, 'another serves';
        }
    );
}

done_testing;
