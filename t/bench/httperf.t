# The parser of httperf's output; httperf gets the requested options.

use Mehari::Test;
use Mehari::Bench::Httperf;

my $text = <<'TEXT';
httperf --verbose --verbose --hog --timeout=1 --rate=50
Maximum connect burst length: 1

Connection lifetime histogram (time in ms):
             0.5 50
             1.5 40
             :
             4.5 5
             :
           907.5 5

Total: connections 110 requests 105 replies 100 test-duration 2.000 s

Connection rate: 50.7 conn/s (19.7 ms/conn, <=2 concurrent connections)
Connection time [ms]: min 0.5 avg 3.9 max 907.4 median 1.5 stddev 4.6
Connection time [ms]: connect 0.0

Reply time [ms]: response 3.9 transfer 0.0
Reply size [B]: header 184.0 content 16.0 footer 0.0 (total 200.0)
Reply status: 1xx=0 2xx=90 3xx=4 4xx=4 5xx=2

Errors: total 10 client-timo 5 socket-timo 0 connrefused 2 connreset 1
Errors: fd-unavail 1 addrunavail 0 ftab-full 0 other 1
TEXT
my $run = Mehari::Bench::Httperf::read_report($text);
is $run->{asked},     110,    'the number of asked requests is read';
is $run->{completed}, 100,    'the number of replies is read';
is $run->{succeeded}, 94,     'the number of good replies is read';
is $run->{seconds},   2,      'the seconds are read';
is $run->{bytes},     20_000, 'the bytes are read';
is_deeply $run->{errors},
    {
    timeout => 5,
    connect => 2,
    read    => 1,
    client  => 1,
    other   => 1,
    status  => 6
    },
    'failures by kind; a time-out is one';
is $run->{failed},  16,    'the failures are summed up';
is $run->{p50},     1,     'half took no more than a millisecond';
is $run->{p90},     2,     'the 90th percentile is read';
is $run->{p95},     5,     'the 95th percentile is read';
is $run->{p99},     908,   'the 99th percentile is read';
is $run->{longest}, 907.4, 'the longest time is read';
is Mehari::Bench::Httperf::read_report("usage: httperf\n"), undef,
    'httperf without a report gives undef';

# A server that answers nothing at all.
my $dead = $text =~ s/^Connection lifetime.*?\n\n//msr
    =~ s/replies 100/replies 0/r =~ s/Reply time.*\n//r;
$run = Mehari::Bench::Httperf::read_report($dead);
is $run->{completed}, 0,     'a run without replies has completed nothing';
is $run->{p99},       undef, 'a run without replies has no latency';

my ($list, @arguments) = Mehari::Bench::Httperf::arguments(
    urls     => [ 'http://a.test:81/x?y=1&z', 'http://a.test:81' ],
    rate     => 20,
    duration => 3,
    timeout  => 4,
);
my $line = join ' ', @arguments;
like $line, qr/--server a\.test --port 81 --wlog y,\S+ --rate 20/,
    'httperf gets server, port, log and rate';
like $line, qr/--timeout 4 --num-calls 1 --num-conns 60\z/,
    'httperf gets a timeout and a number of connections';
open my $in, '<', "$list" or die $!;
is scalar <$in>, "/x?y=1&z\0/\0", 'the file of paths has each path';

done_testing;
