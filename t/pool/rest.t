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

# Strings of zeros, in memory that the base has used for its modules' load.
script($h, 'zeros.pl', <<'PERL');
use CGI;
our @zeros;
BEGIN { @zeros = map { "\0" x (4096 * (2 + $_ % 28)) } 1 .. 200 }
my ($who, $at) = split /,/, $ENV{QUERY_STRING};
print "Content-Type: text/plain\n\n", (join '', @zeros) =~ tr/\0//c, "\n";
substr $_, $at << 6, length $who, $who for @zeros;
PERL

for my $way (trackers()) {
    await_template($h, "/$way/zeros.pl?nobody,0");
    my @found = map { get($h, "/$way/zeros.pl?secret,$_")->body } 1 .. 40;
    is_deeply [ grep { $_ ne "0\n" } @found ], [],
        "$way: pages of zeros are such pages in each run";
}

# Kilobytes of the layer that a template has in its page table: [ present, all ].
sub layer_of ($pid) {
    my ($present, $all, $is) = (0, 0);
    for my $line (split /\n/, read_file("/proc/$pid/smaps")) {
        $is = $line =~ / rw-p .*mehari-layer/ if $line =~ /\A[0-9a-f]+-/;
        $present += $1 if $is && $line =~ /\ARss: +(\d+)/;
        $all     += $1 if $is && $line =~ /\ASize: +(\d+)/;
    }
    return [ $present, $all ];
}

# A fork of a run copies what is there.
subtest 'a template that is asked' => sub {
    plan skip_all => 'only root may look into it' if $> != 0;
    script($h, 'short.pl', <<~'PERL');
        use CGI;
        print "Content-Type: text/plain\n\n$ENV{QUERY_STRING}";
        PERL
    my $way     = (trackers())[0];
    my $manager = pool_processes($h)->{$way};
    await_template($h, "/$way/short.pl?nobody");
    is get($h, "/$way/short.pl?$_")->body, $_, "the answer to $_" for 1 .. 5;
    my @layers = grep { $_->[1] }
        map { layer_of($_) }
        grep { name_of($_) eq 'short.pl' } children_of($manager);
    ok scalar(grep { $_->[0] < $_->[1] / 2 } @layers),
        'it has the pages of the layer that runs touch'
        or diag explain \@layers;
};

done_testing;
