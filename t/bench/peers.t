# Other ways to keep Perl in memory are measured if the user names them and they
# are installed, beside Registry and PSGI in a pool and the ceilings of event;
# none of their files or processes stays.

use Mehari::Test;
use File::Temp          qw(tempdir);
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

my $tmp = tempdir('mehari-peers-XXXXXX', TMPDIR => 1, CLEANUP => 1);
chmod 0755, $tmp;
my @here   = grep { !defined peer_problem($_) } peer_names();
my @mehari = grep { $_ eq 'mehari' } Mehari::Test::Bench::engines();
my @pool
    = map { (qw(registry registryevent psgi psgievent psgihttpd)) } @mehari;
my @modes = ('cgid', @pool, 'staticevent', peer_names());
my ($status, $report) = do {
    local $ENV{TMPDIR} = $tmp;
    Mehari::Test::Bench::report(
        qw(--suite peers --concurrency 2 --mode),
        join(',', @modes),
        @mehari ? qw(--engines mehari) : ()
    );
};
is $status, 0, 'mehari bench exits with 0';
my %cell = map { $_->{mode} => $_ } @{ $report->{setups}[0]{cells} };
my %here = map { $_         => 1 } @here;
my %peer = map { $_         => 1 } peer_names();
is_deeply [ sort keys %cell ],
    [ sort grep { !$peer{$_} || $here{$_} } @modes ],
    'a cell for each that is here';
is $cell{$_}{state}, 'measured', "the peer $_ is measured"
    or diag $cell{$_}{refused}
    for sort keys %cell;
for my $peer (@here) {
    my $kind = $peer =~ /http\z/ ? 'alone' : 'peer';
    is $cell{$peer}{kind}, $kind, "$peer is of the kind $kind";
    ok $cell{$peer}{rounds}[0]{server_cpu} > 0,
        "the processes of $peer cost processor time";
    is $cell{$peer}{execs}, undef,
        "the programs that $peer executes are not counted";
}

SKIP: {
    skip 'there is no mehari', 5 if !@mehari;
    my $pool = $cell{registryevent};
    ok $_->{to_embedded} > 0, "$_->{label} is compared with prefork"
        for $pool, @cell{qw(psgievent psgihttpd)};
    my @behind = grep { $cell{$_}{kind} eq 'peer' } @here;
    my ($best) = sort { $b <=> $a } map { $cell{$_}{rps} } @behind;
    skip 'there is no peer', 2 if !@behind;
    ok abs($pool->{to_peer} * $best - $pool->{rps}) < 1e-6 * $best,
        'a pool is compared with the fastest peer';
    ok scalar(grep { $cell{$_}{label} eq $pool->{best_peer} } @behind),
        'the fastest peer of a pool has a name';
}

is_deeply [ glob "$tmp/mehari-*" ], [],
    'no temporary file stays after a benchmark';
# Processes of other programs begin and end meanwhile, so only ours count.
is_deeply [
    grep {
        (eval { read_file($_) } // '')
            =~ /\Q$tmp\E/
    } glob '/proc/[0-9]*/cmdline'
    ],
    [], 'no process stays after a benchmark';

done_testing;
