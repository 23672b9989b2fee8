# A worker sends messages to the manager that a worker may not send: the manager
# ends it, and nobody else is harmed. The test sends every message of the wire,
# with the fields of others, out of turn and in turn.

use Mehari::Test;
use Mehari::Test::Attack;
use Mehari::Test::Gateway qw(pool_processes wait_until);
use Mehari::Test::Wire;

my $h = attack_server(
    workers   => 4,
    perl_pool => 'workers=2',
    library   => 'attack',
    handlers  => { '/said' => 'My::Said' },
);

sub ask ($bytes = '') {
    return get($h, '/said?' . unpack('H*', $bytes), timeout => 20);
}

like ask()->body, qr/\A\d+\n\z/, 'a worker answers with its process id';
my $manager = pool_processes($h)->{default};
my $mark    = $h->error_log_mark;
my %field   = (
    STATUS => number(0),
    PID    => number($manager),
    PERL   => number(1),
    MODE   => number(3),
    FILES  => "c0000000000000000/etc/passwd\0",
    ASKED  => "strict.pm\0rmain /usr/share/perl/5.36/strict.pm\0",
    VARIES => "HTTP_HOST\0",
    TEXT   => "text\0",
    OUTPUT => 'output',
    STAMP  => "\0" x 32,
);
my %bad = (
    'no message'      => 'x',
    'a header only'   => substr(message('DONE', 0), 0, 12),
    'another version' => message('DONE', 0) =~ s/\A(....)../$1\x07\x00/sr,
);
for my $type (sort keys %{ types() }) {
    $bad{"$type with nothing"} = message($type, 0);
    $bad{"$type with all"}
        = message($type, 0, map { $_ => $field{$_} } sort keys %field);
}
$bad{'ASKED'}   = message('DONE',    0, ASKED  => $field{ASKED});
$bad{'DEPENDS'} = message('DEPENDS', 0, FILES  => 'no list');
$bad{'DONE'}    = message('DONE',    0, STATUS => number(9));
$bad{'READY'}   = message('READY',   0, STATUS => number(0)) x 1;

for my $name (sort keys %bad) {
    ask($bad{$name});
    my $response;
    wait_until(sub { $response = ask(); $response->status == 200 }, 20);
    is $response->status, 200, "$name: the next request has its answer";
}
is pool_processes($h)->{default}, $manager,
    'the same manager has served all requests';
log_like($h, $mark,
    qr/pool default: a worker \(process \d+\) sent the manager a message.*\[MH3080\]/
);

done_testing;
