# ModPerl::Interpreter and what it is kept in: one of each.

use v5.36;
use Test::More;
use Mehari::Test;
use Mehari::Test::Call;

my $h = call_server();

is_called(
    $h,
    'TestInterp',
    'walk',
    [
        (
            map { "ModPerl::$_" }
                qw(Interpreter InterpPool TiPool TiPoolConfig)
        ),
        'Apache2::ServerRec',
        'same', 'same', 1, 1, 1, 1,
        1,      1,      0, 1, 0,
    ]
);

done_testing;
