# The sockets on which a manager waits are safe from other users of the machine,
# and from a pool's own processes.

use Mehari::Test;
use Time::HiRes qw(time);
use Mehari::Test::Pool;

my $hear = Mehari::Test::Pool::build_folder() . '/t/pool/hear';
needs($hear);

sub heard (@words) {
    open my $from, '-|', $hear, @words or die "$hear: $!";
    chomp(my @lines = <$from>);
    close $from;
    return @lines;
}

# A message with a socket that is slow to close: the process that closes it
# waits 30 s.
is_deeply [ heard('report') ],
    [
    'Operation not permitted',
    'sender 1',
    'Resource temporarily unavailable'
    ],
    'a report with a descriptor: not received, its sender known, taken off';
is_deeply [ heard('stranger') ], ['Resource temporarily unavailable'],
    'a report without the secret is not even queued';
is_deeply [ heard('channel') ],
    [ 'Operation not permitted', 'closed 0', 'shut 1' ],
    'a descriptor in a channel: not received, not closed';
is_deeply [ heard('closed') ], [ 'closed 0', 'shut 1' ],
    'a descriptor behind unread messages is not closed';

is_deeply [ heard('stream') ], [ 'channel 0', 'closed 1' ],
    'a descriptor that is no channel is known as such, and closed';
is_deeply [ heard('empty') ], [ 'Success', 'size 0 kept 0' ],
    'a descriptor in a message that holds nothing does not stay';
is_deeply [ heard('last') ], ['heard 3'],
    'only what an ended process said is heard';
is_deeply [ heard('reset') ],
    [ 'Success', 'message 7', 'Success', 'size 0' ],
    'the last words of a process are heard, though it has not read all';

# Linux 6.16 already refuses the descriptors when they are sent.
SKIP: {
    my @heard = heard('refusing');
    skip 'this kernel cannot refuse descriptors', 1 if $heard[0] eq 'Success';
    is_deeply \@heard, [ 'Operation not permitted', 'message 7' ],
        'a descriptor is refused, and the next message heard, once';
}

# A running manager.
my $pool   = Mehari::Test::Pool->new;
my $script = $pool->script('hello.pl', "#!/usr/bin/perl\nprint 'hello';");
is $pool->run($script)->{out}, 'hello', 'a script runs beside false reports';

sub names_of ($pid) {
    my %own = map { /socket:\[(\d+)\]/ ? ($1 => 1) : () }
        map { readlink($_) // '' } glob "/proc/$pid/fd/*";
    my @names;
    for my $line (split /\n/, read_file('/proc/net/unix')) {
        my @word = split ' ', $line;
        push @names, substr $word[7], 1 if $word[7] && $own{ $word[6] };
    }
    return @names;
}

my @names = names_of($pool->manager);
plan skip_all => 'the names of its sockets are not to be seen' if !@names;
for my $name (@names) {
    is_deeply [ heard($name, 5000) ], ['refused 0'],
        'a stranger sends as much as he likes';
    my $start = time;
    is $pool->run($script, connection => $pool->open_connection)->{out},
        'hello', 'the next request after false reports has its answer';
    cmp_ok time - $start, '<', 5, 'the next request is answered within 5 s';
}
my @fds = glob '/proc/' . $pool->manager . '/fd/*';
cmp_ok scalar(grep { (readlink($_) // '') =~ /socket/ } @fds), '<', 20,
    'no false report has arrived';
is $pool->stop, 0, 'the manager ends with status 0';

done_testing;
