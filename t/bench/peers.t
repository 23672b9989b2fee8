# Other ways to keep Perl in memory are measured when they are asked for and
# installed; nothing of theirs stays.

use v5.36;
use lib qw(lib t/lib);
use Test::More;

use Mehari::Bench::Mode qw(peer_names);
use Mehari::Bench::Peer qw(peer_problem);
use Mehari::Test::Bench;

my $missing = Mehari::Test::Bench::missing();
plan skip_all => $missing if defined $missing;

for my $peer (peer_names()) {
    my $problem = peer_problem($peer) // next;
    like $problem, qr/^$peer is not measured: there is no \S+ \(Debian: apt/,
        "$peer is not here, and it is said why";
}

my @here = grep { !defined peer_problem($_) } peer_names();
my ($status, $report) = Mehari::Test::Bench::report(
    qw(--suite mail --concurrency 2 --peers --modes),
    'cgid,' . join ',',
    peer_names()
);
is $status, 0, 'exit status 0';
my %cell = map { $_->{mode} => $_ } @{ $report->{setups}[0]{cells} };
is_deeply [ sort grep { $cell{$_}{kind} eq 'peer' } keys %cell ],
    [ sort @here ], 'a cell for each that is here';
for my $peer (@here) {
    is $cell{$peer}{state}, 'measured', "$peer is measured"
        or diag $cell{$peer}{refused};
    ok $cell{$peer}{rounds}[0]{server_cpu} > 0,
        '... its processes cost processor time';
    is $cell{$peer}{execs}, undef, '... programs are not counted';
}

done_testing;
