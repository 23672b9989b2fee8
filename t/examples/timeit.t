# examples/timeit: the times of two handlers in the header and in the log.

use Mehari::Test;
use Mehari::Test::Serve;

my $example = Mehari::Test::Serve::root() . '/examples/timeit';
my $server  = Mehari::Test::Serve->start($example, '--workers', 1);

my $response = $server->get('/');
like $response->{content}, qr/The sum is/, 'the page has its sum';
my $timing = $response->{headers}{'server-timing'} // '';
like $timing, qr/fixup;desc="Example::Timeit::prepare";dur=[\d.]+;cpu=[\d.]+/,
    'the header has the time of the first handler';
like $timing, qr/response;desc="Example::Timeit";dur=[\d.]+;cpu=[\d.]+/,
    'the header has the time of the second handler';
my ($wait) = $timing =~ /fixup;.*?;dur=([\d.]+)/;
cmp_ok $wait, '>=', 19, "the first handler's wait is in its time";

my ($log) = glob "$server->{tmp}/*/logs/timeit_log";
ok $server->wait_for(
    sub {
        Mehari::Test::Serve::read_file($log)
            =~ m{^/ [\d.]+ ms, [\d.]+ ms of CPU: fixup .*, response }m;
    }
    ),
    'the log';
done_testing;
