# Every method of the table: called on the wrong thing, with too few and too
# many arguments, with arguments of the wrong type, after its object has ended.

use Mehari::Test;
use Mehari::Test::Inside;

my $h = inside_server(cases => ['Inside::Wrong']);

inside($h, "Inside::Wrong::$_") for qw(table invocant count arguments);

subtest 'too late' => sub {
    my $client = client($h);
    inside($h, 'Inside::Wrong::keep', client => $client, times => 1);
    $client->close;
    inside($h, 'Inside::Wrong::stale');
};

done_testing;
