# The parsers of the output of wrk and ab, with failures of every kind.

use Mehari::Test;
use Mehari::Bench::Client;

my $wrk = Mehari::Bench::Client::read_wrk(<<'TEXT');
Running 1s test @ http://127.0.0.1:1/
  Requests/sec:  40.00
mehari-bench
duration 2000000
requests 80
bytes 8000
connect 1
read 2
write 0
status 4
timeout 8
mean 250.5
p50 200
p99 900
TEXT
is $wrk->{completed}, 80, 'the number of completed requests is read from wrk';
is $wrk->{seconds},   2,  'the seconds are read from wrk';
is $wrk->{ms},        0.2505, 'the milliseconds are read from wrk';
is $wrk->{failed},    15,     'wrk: all kinds of failure';
is_deeply $wrk->{errors},
    { connect => 1, read => 2, write => 0, status => 4, timeout => 8 },
    'the kinds of errors are read from wrk';
is Mehari::Bench::Client::read_wrk("unable to connect\n"), undef,
    'wrk without a report gives undef';

my $ab = Mehari::Bench::Client::read_ab(<<'TEXT');
Concurrency Level:      2
Time taken for tests:   0.500 seconds
Complete requests:      100
Failed requests:        3
   (Connect: 0, Receive: 1, Length: 0, Exceptions: 2)
Non-2xx responses:      5
Keep-Alive requests:    95
Total transferred:      2000 bytes
Requests per second:    200.00 [#/sec] (mean)
Time per request:       10.000 [ms] (mean)
Time per request:       5.000 [ms] (mean, across all concurrent requests)

Percentage of the requests served within a certain time (ms)
  50%      9
  99%     20
 100%     21 (longest request)
TEXT
is $ab->{completed}, 100, 'the number of completed requests is read from ab';
is $ab->{seconds},   0.5, 'the seconds are read from ab';
is $ab->{ms},        10,  'ab: milliseconds of a request';
is $ab->{p99},       20,  'the percentiles are read from ab';
is $ab->{failed},    8,   'ab: failed and non-2xx';
is Mehari::Bench::Client::read_ab("apr_socket_recv: refused\n"), undef,
    'ab without a report gives undef';

done_testing;
