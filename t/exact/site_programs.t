# Random CGI programs that load files of their site after they have looked at their
# request: Mehari::Test::RandomPrograms. Each is asked until its files are compiled
# ahead.

use Mehari::Test;
use JSON::PP qw(decode_json);
use Mehari::Test::Generator::Site;
use Mehari::Test::RandomPrograms;
use Mehari::Test::Rollback;

plan skip_all => rollback_missing() if rollback_missing();

# The number of programs whose requests compile nothing.
my $ready = 0;

sub count_ready ($h) {
    my $pools = decode_json(get($h, '/status?format=json')->body)->{pools};
    $ready += grep { defined $_->{compiles} && !$_->{compiles} }
        map { @{ $_->{scripts} } } @$pools;
    return;
}

compare_random_programs(
    make     => \&site_program,
    requests => sub ($user) { ["?user=$user"] },
    rounds   => 9,
    ways     => [ 'fork', 'uffd' ],
    look     => \&count_ready,
);
ok $ready > 0, 'files were compiled ahead';
note "compiled ahead: $ready";
done_testing;
