# A script's process is a run of a template, and the template's memory is
# restored after it: each run finds the state of a first one, whatever the run
# before did, and however it ended.

use Mehari::Test;
use File::Temp ();
use Mehari::Test::Pool;
use Mehari::Test::Rollback;

plan skip_all => rollback_missing() if rollback_missing();

# restore= in the order of its words.
my @WAYS  = qw(fork auto uffd soft-dirty compare);
my %works = map { $_ => 1 } trackers();

# The ways that not every kernel has.
my @missing = grep { !$works{$_} } qw(uffd soft-dirty);

# Each template compares all its memory after each run, and logs differences.
local $ENV{MEHARI_CHECK_MEMORY} = 1;

sub wait_gone ($pool, $pid) {
    return $pool->wait_until(sub { !kill 0, $pid }, 15);
}

my $SCRIPT = <<'EOF_SCRIPT';
#!/usr/bin/perl
use strict;
our ($n, @kept);
my $lexical;
BEGIN { $n = 10 }
$n++;
$lexical .= 'x';
push @kept, map { {} } 1 .. 2000;
print join ' ', $n, $lexical, scalar @kept, $$, getppid, @ARGV, $ENV{WHO} // '';
if (my $what = $ENV{WHAT}) {
    $| = 1;
    print ' ';
    kill 9, $$ if $what eq 'killed';
    unpack 'p', pack 'J', 16 if $what eq 'crashes';
    exec 'echo', 'program' if $what eq 'exec';
    if ($what eq 'daemon' && !fork) {
        close $_ for *STDIN, *STDOUT, *STDERR;
        select undef, undef, undef, 0.5;
        exit;
    }
    sleep 100 if $what eq 'waits';
    exit 3 if $what eq 'status';
}
EOF_SCRIPT

sub ask ($pool, $script, $what = '', %option) {
    my $answer = $pool->run(
        $script,
        environ   => [ "WHAT=$what", "WHO=who$what" ],
        arguments => ["word$what"],
        %option
    );
    my @words = split ' ', $answer->{out};
    return {
        %$answer,
        seen     => "@words[0 .. 2] @words[5 .. 6]",
        pid      => $words[3],
        template => $words[4],
    };
}

# The way as a word's number, in a pool's definition.
sub pool_of ($way) {
    my ($number) = grep { $WAYS[$_] eq $way } 0 .. $#WAYS;
    return Mehari::Test::Pool->new(restore => $number);
}

for my $way (@WAYS) {
    next if grep { $_ eq $way } @missing;
    my $pool   = pool_of($way);
    my $script = $pool->script('script.pl', $SCRIPT);
    my (%pid, %template, $notices);
    for my $what ('', '', qw(status killed crashes exec daemon), ('') x 8) {
        my $answer = ask($pool, $script, $what);
        my %status = (status => 3 << 8, killed => 9, crashes => 11);
        is $answer->{type}, 'DONE', "$way: the request has an answer";
        is $answer->{status} & 0xff7f, $status{$what} // 0,
            "$way: the status ($what)";
        is $answer->{seen}, "11 x 2000 word$what who$what",
            "$way: as the first one ($what)";
        $pid{ $answer->{pid} }++;
        $template{ $answer->{template} }++;
        $notices .= $answer->{notices};
    }
    is scalar keys %pid, 15, "$way: each in a process of its own";
    cmp_ok scalar keys %template, '<', 8, "$way: of few templates";
    unlike $notices, qr/differs|new|gone/, "$way: memory was as before";
    unlike $notices, qr/restore=/, "$way: nothing to say" if $way ne 'auto';
    like $notices, qr/^MH3085: restore=auto uses [\w-]+ here \(.+\)$/m,
        'auto: the way is named'
        if $way eq 'auto';
    write_file($script, $SCRIPT =~ s/10/20/r, 0755);
    is ask($pool, $script)->{seen}, '21 x 2000 word who',
        "$way: a changed script is run anew";
    ok wait_gone($pool, $_), "$way: an old template ends" for keys %template;
    is $pool->stop, 0, "$way: the pool ends";
    ok $pool->wait_until(sub { !$pool->processes }), "$way: all of it";
}

for my $way (@missing) {
    my $pool = pool_of($way);
    my $answer
        = $pool->run($pool->script('one.pl', "#!/usr/bin/perl\nprint 1;"));
    is $answer->{out}, 1, "$way, which is not here: a script";
    like $answer->{notices},
        qr/^MH3084: restore=$way does not work here: \S.*/m,
        "the log says that $way does not work";
}

# A way that works when the pool starts, but not in templates. Their own
# descriptors begin at 200, and a filter refuses ioctl() for these. struct
# sock_filter is a code, two jumps and a number.
my $FILTERED = <<'EOF_PROGRAM';
#!%s
require 'sys/syscall.ph';
my $filter = join '', map { pack 'SCCL', @$_ } (
    [ 0x20, 0, 0, 0 ],
    [ 0x15, 0, 5, &SYS_ioctl ],
    [ 0x20, 0, 0, 24 ],
    [ 0x15, 0, 3, %s ],
    [ 0x20, 0, 0, 16 ],
    [ 0x35, 0, 1, 200 ],
    [ 0x06, 0, 0, 0x0005_0000 | 1 ],
    [ 0x06, 0, 0, 0x7fff_0000 ],
);
my $program = pack 'S x![J] J', 8, unpack 'J', pack 'P', $filter;
syscall(&SYS_prctl, 38, 1, 0, 0, 0) == 0 or die "no_new_privs: $!";
syscall(&SYS_prctl, 22, 2, $program) == 0 or die "seccomp: $!";
exec { '%s' } 'mehari-pool', @ARGV or die "exec: $!";
EOF_PROGRAM

sub without_ioctl ($number) {
    my $folder = File::Temp->newdir('mehari-filter-XXXXXX', TMPDIR => 1);
    my $real   = Mehari::Test::Pool::build_folder() . '/mehari-pool';
    my $text   = sprintf $FILTERED, $^X, $number, $real;
    my $pool   = Mehari::Test::Pool->new(
        restore => 2,
        program => write_file("$folder/pool", $text, 0755)
    );
    my (%template, $notices);
    for my $name (1 .. 6) {
        my $script = $pool->script("a$name.pl", $SCRIPT);
        for my $number (1 .. 6) {
            my $answer = ask($pool, $script);
            is $answer->{seen}, '11 x 2000 word who',
                "script $name has the same state each time";
            $notices .= $answer->{notices} . "\n";
            # The first run is a fork of the zygote.
            $template{$name}{ $answer->{template} }++ if $number > 3;
        }
    }
    is scalar keys $template{6}->%*, 1, 'the last script has one template';
    is scalar(() = $notices =~ /^MH3086/mg), 1, 'the next way is taken once';
    return $notices;
}

SKIP: {
    skip 'uffd does not work here', 1 if !$works{uffd};
    skip 'perl has no numbers of system calls', 1
        if !eval { require 'sys/syscall.ph' };  ## no critic (RequireBareword)
    my $next = $works{'soft-dirty'} ? 'soft-dirty' : 'compare';
    like without_ioctl('0xc018aa3f'),
        qr/^MH3086: restore=uffd fails: .*WP_ASYNC.*; the pool uses $next now$/m,
        'a way that cannot be begun (UFFDIO_API)';
    like without_ioctl('0xc0606610'),
        qr/^MH3086: restore=uffd fails: .*PAGEMAP_SCAN.*; the pool uses $next now$/m,
        'a way that fails later';
}

# The request exceeds its time.
my $pool   = Mehari::Test::Pool->new(request_timeout => 1, restore => 4);
my $script = $pool->script('script.pl', $SCRIPT);
my $before = ask($pool, $script);
is ask($pool, $script, 'waits')->{reason}, 4, 'a run that takes too long';
is ask($pool, $script)->{seen}, '11 x 2000 word who', 'the next is as ever';

# Templates are killed, while they wait and while they have a run.
my $idle = ask($pool, $script);
kill KILL => $idle->{template};
ok wait_gone($pool, $idle->{template}), 'a template is killed';
is ask($pool, $script)->{seen}, '11 x 2000 word who',
    'nobody notices a template that was killed';

my $request = $pool->send($script, environ => ['WHAT=waits']);
ok $pool->wait_until(sub { read_file($request->{out}) =~ / \d+ \d+ / }),
    'a run waits while its template is killed';
my ($run, $template)
    = (split ' ', read_file($request->{out}))[ 3, 4 ];
kill KILL => $template;
ok wait_gone($pool, $run), 'a run goes with its killed template';
is $pool->answer($request)->{status}, 9, 'the answer says how the run ended';
is ask($pool, $script)->{seen}, '11 x 2000 word who', 'the next is as ever';

# A run is ended while it waits for its request.
$idle = ask($pool, $script);
ok $pool->wait_until(
    sub {
        my ($next) = split ' ', eval {
            read_file("/proc/$idle->{template}/task/"
                    . "$idle->{template}/children");
        } // '';
        return $next && $next != $idle->{pid} && kill KILL => $next;
    }
    ),
    'an idle run is killed';
$before = ask($pool, $script);
is $before->{seen}, q(11 x 2000 word who), q(nobody notices)
    or diag explain $before;

# A process whose memory cannot be restored is forked instead.
my $shared = $pool->script('shared.pl', <<'EOF_SCRIPT');
#!/usr/bin/perl
BEGIN {
    my $sub = eval { require IPC::SysV; require IPC::SharedMem };
    if ($sub) {
        our $memory = IPC::SharedMem->new(IPC::SysV::IPC_PRIVATE(), 100, 0600);
        $memory->attach;
        $memory->remove;
    }
}
our $n++;
print $n;
EOF_SCRIPT
is $pool->run($shared)->{out}, 1, 'memory that is shared from the start'
    for 1 .. 3;

done_testing;
