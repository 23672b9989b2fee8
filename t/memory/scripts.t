# Many scripts, visited in turn, stay within what a pool may keep compiled: in
# number and in memory, with templates and with forks; and nothing is left of
# scripts that were given up.
#
# MEHARI_SCRIPTS is how many.

use Mehari::Test;
use JSON::PP    qw(decode_json);
use List::Util  qw(max sum0);
use Time::HiRes qw(sleep);
use Mehari::Test::Gateway;
use Mehari::Test::Rollback;

my $count     = $ENV{MEHARI_SCRIPTS} // 40;
my $processes = 10;
my ($best)    = rollback_missing() ? () : trackers();

sub proportion ($pid) {
    my $text = eval { read_file("/proc/$pid/smaps_rollup") } // return 0;
    return $text =~ /^Pss:\s+(\d+)/m ? $1 : 0;
}

# Bases, zygotes, and their children: a run shares all memory with its template.
sub below ($pid, $depth = 3) {
    return if !$depth;
    return map { ($_, below($_, $depth - 1)) } split ' ',
        eval { read_file("/proc/$pid/task/$pid/children") } // '';
}

# Programs that are compiled, by the names of their processes.
sub compiled (@pids) {
    my %script;
    for my $pid (@pids) {
        my $words = eval { read_file("/proc/$pid/cmdline") } // '';
        $script{$1}++ if $words =~ m{/(number-\d+)\.pl};
    }
    return keys %script;
}

# The base with the list of modules is ready when memory grows no more.
sub bases_are_ready ($manager) {
    my ($before, $same) = (0, 0);
    for (1 .. 100) {
        my $now = sum0 map { proportion($_) } below($manager);
        $same   = abs($now - $before) < 64 ? $same + 1 : 0;
        $before = $now;
        last if $same == 3;
        sleep 0.2;
    }
    return;
}

for my $way ('fork', $best // ()) {
    my $h = gateway_server(
        workers   => 2,
        perl_pool => "restore=$way processes=$processes concurrency=2",
    );
    my @names = map { "number-$_" } 1 .. $count;
    script($h, "$_.pl", <<~"EOF_SCRIPT") for @names;
        our \@list = map { [\$_] } 1 .. 2_000;
        BEGIN { our \@kept = (1) x 5_000 }
        print "Content-Type: text/plain\\n\\n$_ ", ++\$n, "\\n";
        EOF_SCRIPT
    my $manager = pool_processes($h)->{default};
    bases_are_ready($manager);
    my (@compiled, @memory, @wrong);
    for my $round (1 .. 2) {
        for my $name (@names) {
            my $client = client($h);
            my ($first, $second) = map { $client->ask("/$name.pl") } 1, 2;
            push @wrong, $name
                if grep { $_->body ne "$name 1\n" } $first, $second;

            # A process that ends is still visible for a moment.
            wait_until(sub { compiled(below($manager)) <= $processes }, 5);
            my @pids = below($manager);
            push @compiled, scalar compiled(@pids);
            push @memory, sum0 map { proportion($_) } $manager, @pids;
        }
    }
    is "@wrong", '', "$way: each answer of $count scripts is its own";
    cmp_ok max(@compiled), '<=', $processes * 1.5, "$way: compiled at once";
    my ($early, $late) = map { max(@$_) } [ @memory[ $processes .. $count ] ],
        [ @memory[ $count .. $#memory ] ];
    cmp_ok $late, '<', $early * 1.25 + 2_000, "$way: memory stays flat";
    note "$way: at once ", max(@compiled),
        " scripts, $early KB, then $late KB";
    $h->stop;
}

# The kernel counts pages of the layer as private if only one process has them.
subtest 'the layer is no script\'s' => sub {
    plan skip_all => 'memory cannot be put back' if !$best;
    my $h = gateway_server(
        workers   => 2,
        perl_pool => "restore=$best",
        config    =>
            "<Location /status>\nSetHandler mehari-status\n</Location>\n",
    );
    script($h, 'posix.pl', <<~'EOF_SCRIPT');
        use POSIX ();
        print "Content-Type: text/plain\n\n", POSIX::floor(2.5), "\n";
        EOF_SCRIPT
    my ($row, %kind);
    my $known = wait_until(
        sub {
            get($h, '/posix.pl');
            my $pool = decode_json(get($h, '/status?format=json')->body)
                ->{pools}[0];
            $row  = $pool->{scripts}[0];
            %kind = map { $_->{kind} => $_->{pid} } @{ $pool->{processes} };
            return $row && $row->{memory} && $kind{template};
        }
    );
    ok $known, 'the script has memory';
    my ($copy)
        = (read_file("/proc/$kind{template}/smaps")
            =~ /mehari-checkpoint.*\nSize:\s+(\d+)/);
    cmp_ok $row->{memory} / 1024, '<',
        $copy + memory_of($kind{zygote}) + 100,
        'it is what its end would give back, in KiB';
    $h->stop;
};

done_testing;
