# A script that nobody asks for rests: its processes give back the memory that
# its checkpoint has, and the next request finds all of it. A run that is killed
# while it rests harms nothing.

use Mehari::Test;
use List::Util qw(sum0);
use Mehari::Test::Gateway;
use Mehari::Test::Rollback;

plan skip_all => rollback_missing() if rollback_missing();

my $h = gateway_server(
    config => join '',
    map { <<~"CONF" } trackers()
        PerlPool $_ restore=$_
        Alias "/$_" "\${DOCUMENT_ROOT}"
        <Location "/$_">
        SetHandler perl-cgi
        PerlUsePool $_
        </Location>
        CONF
);

# Memory of the script's own, which each run changes.
script($h, 'list.pl', <<'PERL');
our (@list, %seen);
BEGIN { @list = map { "entry $_" } 1 .. 20_000 }
$_ .= " of $ENV{QUERY_STRING}" for @list;
print "Content-Type: text/plain\n\n", join(' ', @list[0, 9_999, -1]), ' ',
    keys(%seen) + 0, "\n";
$seen{ $ENV{QUERY_STRING} }++;
PERL

sub expected ($who) {
    return join(' ', map { "entry $_ of $who" } 1, 10_000, 20_000) . " 0\n";
}

# Kilobytes of memory of their own, of a zygote and what is below it.
sub own_memory ($manager) {
    return sum0 map { memory_of($_) }
        grep { name_of($_) eq 'list.pl' } children_of($manager);
}

sub name_of ($pid) {
    return (eval { read_file("/proc/$pid/comm") } // '') =~ s/\n//r;
}

for my $way (trackers()) {
    my $manager = pool_processes($h)->{$way};
    my $ask     = sub ($who) { get($h, "/$way/list.pl?$who")->body };
    await_template($h, "/$way/list.pl?nobody");
    is $ask->($_), expected($_), "$way: $_" for qw(alice bob alice);
    my $before = own_memory($manager);
    for my $round (1 .. 2) {
        ok wait_until(sub { own_memory($manager) < $before / 3 }, 30),
            "$way, rest $round: the memory is given back";
        is $ask->($_), expected($_), "$way, rest $round: $_"
            for qw(carol alice);
        cmp_ok own_memory($manager), '>', $before / 3,
            "$way, rest $round: and is there again";
    }
    wait_until(sub { own_memory($manager) < $before / 3 }, 30);
    my %below = map { $_ => 1 } children_of($manager);
    my ($run) = grep { $below{$_} } template_runs($h, 'list.pl');
    ok $run && kill(KILL => $run), "$way: a run that rests is killed";
    is $ask->($_), expected($_), "$way, after that: $_" for qw(bob carol);
}

done_testing;
