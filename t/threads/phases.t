# One interpreter for all threads of a process: a request has it from its first
# handler to its end, whatever other requests come meanwhile.

use Mehari::Test;
use Time::HiRes qw(time);
use Mehari::Test::Threads;

plan skip_all => 'mod_perl has an interpreter for each thread'
    if ($ENV{MEHARI_TEST_MODULE} // '') eq 'mod_perl';

my $WAY = 'trans headers access type fixup response';

sub ask ($client, $who, $more = '') {
    return $client->request("/turns?who=$who$more")->body;
}

for my $mpm (qw(event worker)) {
    my $h = threads_server(mpm => $mpm);

    subtest "$mpm: two clients in turn" => sub {
        my @seen = interleaved($h, [ sub ($name) { "/turns?who=$name" } ]);
        is $_->{response}->body, "$_->{client} $WAY $_->{client}\n",
            "$_->{client} sees its own phases in round $_->{round}"
            for @seen;
    };

    subtest "$mpm: twelve clients at once" => sub {
        my $mark   = $h->error_log_mark;
        my $failed = at_once(
            12,
            sub ($number) {
                my $client = client($h);
                for my $time (1 .. 25) {
                    my $who  = "c${number}t$time";
                    my $body = ask($client, $who);
                    return 0 if $body ne "$who $WAY $who\n";
                }
                return 1;
            }
        );
        is $failed, 0, 'each client finds what it has left';
        is ask(client($h), 'last'), "last $WAY last\n",
            'the last request sees its own phases';
        log_unlike($h, $mark, qr/mixed up/, 'log and cleanup, too');
    };

    subtest "$mpm: requests inside others" => sub {
        for my $round (1, 2) {
            is get($h, '/turns?who=me&do=inner')->body,
                "me $WAY access type fixup response me\nouter me\n",
                "a subrequest sees its own phases in round $round";
        }
    };

    subtest "$mpm: all requests come to their cleanup" => sub {
        my ($before) = get($h, '/turns?do=ended')->body =~ /(\d+)/;
        my $client = client($h);
        ask($client, 'some') for 1 .. 5;
        is get($h, '/turns?do=ended')->body, $before + 6 . "\n",
            'the requests before have ended';
    };

    subtest "$mpm: what dies" => sub {
        for my $phase (qw(trans headers access type fixup response)) {
            my $mark = $h->error_log_mark;
            is get($h, "/turns?who=x&die=$phase")->status, 500, $phase;
            log_like($h, $mark, qr/told to die in $phase/);
            is ask(client($h), 'next'), "next $WAY next\n",
                'the request after a dying phase sees its own phases';
        }
        for my $phase (qw(log cleanup)) {
            my $mark = $h->error_log_mark;
            is get($h, "/turns?who=x&die=$phase")->status, 200, $phase;
            log_like($h, $mark, qr/told to die in $phase/);
            is ask(client($h), 'next'), "next $WAY next\n",
                'the request after a dying handler sees its own phases';
        }
    };

    subtest "$mpm: alarm is heard" => sub {
        my $begin = time;
        is get($h, '/turns?do=alarm')->body, "rang 1\n",
            'an alarm is heard by its handler';
        cmp_ok time - $begin, '<', 4, 'the alarm is heard within 4 s';
    };

    subtest "$mpm: what is kept" => sub {
        is get($h, '/turns?do=keep')->body, "kept\n", 'an $r and its $c';
        is get($h, '/turns?do=kept')->body, "gone\ngone\n",
            'kept objects end in time';
    };
}

done_testing;
