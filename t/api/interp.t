# ModPerl::Interpreter and its pools, of which there is one each, and the
# configured limits.

use Mehari::Test;
use Mehari::Test::Call;

sub tells ($h, @limits) {
    return is_called(
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
            @limits
        ]
    );
}

for my $mpm (qw(prefork event)) {
    tells(call_server(mpm => $mpm), 3, 5, 3, 3, 2000);
    my $said = join "\n", 'PerlInterpStart 2', 'PerlInterpMax 4',
        'PerlInterpMinSpare 1', 'PerlInterpMaxSpare 0',
        'PerlInterpMaxRequests 9';
    tells(call_server(mpm => $mpm, config => $said), 2, 4, 1, 0, 9);
}

done_testing;
