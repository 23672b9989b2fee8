# The server is in a control group that has no memory left: the kernel kills the
# process that takes it, a script or a worker. That process's client sees an
# error, others are served all the time, and afterwards all is as before. A file
# system for shared memory that is full, or missing, does no harm.

use Mehari::Test;
use POSIX ();
use Mehari::Test::Attack;
use Mehari::Test::Gateway qw(pool_processes wait_until);
use Mehari::Test::Namespace;

plan skip_all => 'a sanitizer takes much memory itself'
    if $ENV{MEHARI_PRELOAD};
plan skip_all => 'only root can make a mount namespace and a control group'
    if !Mehari::Test::Namespace::enter('mount');

# Version 1 of control groups, or 2.
my ($parent) = grep { -w } '/sys/fs/cgroup/memory', '/sys/fs/cgroup';
plan skip_all => 'there are no control groups' if !$parent;
my $group = "$parent/mehari-test-$$";
plan skip_all => "no control group can be made: $!" if !mkdir $group;
END { rmdir $group if $group }
my ($limit) = grep { -e } "$group/memory.limit_in_bytes", "$group/memory.max";
plan skip_all => 'control groups do not limit memory' if !$limit;
write_file($limit, 250 << 20);

for my $swap (grep { -e } "$group/memory.memsw.limit_in_bytes",
    "$group/memory.swap.max")
{
    write_file($swap, $swap =~ /memsw/ ? 250 << 20 : 0);
}

system('mount --make-rprivate / && mount -t tmpfs -o size=4k none /dev/shm')
    == 0
    or plan skip_all => 'no file system can be mounted';
system 'dd if=/dev/zero of=/dev/shm/fill bs=4k 2>/dev/null';

my $h = attack_server(
    workers   => 8,
    perl_pool => 'memory=0 workers=3',
    handlers  => {
        '/hello' => sub ($r) { $r->print('hello ', $r->args); 0 },
        '/takes' => sub ($r) {
            my @x;
            $r->print('begun');
            $r->rflush;
            push @x, 'x' x 1e6 while @x < 2000;
            $r->print('ended');
            return 0;
        },
    },
    start => 0,
);
my $root = $h->document_root;
write_file("$root/hello.pl", <<~'PERL', 0755);
    #!/usr/bin/perl
    our $n;
    print "Content-Type: text/plain\n\nhello $ENV{QUERY_STRING}", $n++;
    PERL
write_file("$root/takes.pl", <<~'PERL', 0755);
    #!/usr/bin/perl
    $| = 1;
    print "Content-Type: text/plain\n\n";
    print 'begun' if $ENV{QUERY_STRING};
    my @x;
    push @x, 'x' x 1e6 while @x < 2000;
    print 'ended';
    PERL
$h->start;

# Processes that start from now on are in the group.
write_file("$group/cgroup.procs", $h->pid);
my $manager = pool_processes($h)->{default};
kill KILL => $manager;
ok wait_until(sub { pool_processes($h)->{default} != $manager }),
    'a manager is in the group';

# Asks for other pages; exits with the number of wrong answers.
sub ask_others ($until) {
    my $test = $$;
    my $pid  = fork // die "fork: $!";
    return $pid if $pid;
    my $wrong = 0;
    for (my $i = 0; !-e $until && getppid == $test; $i++) {
        my ($path, $body)
            = $i % 2
            ? ("/hello.pl?$i", "hello ${i}0")
            : ("/hello?$i", "hello $i");
        my $response = eval { get($h, $path, timeout => 30) };
        next if $response && ($response->body // '') eq $body;
        next
            if $response
            && $response->status == 503
            && $response->header('Retry-After');
        print STDERR "# $path: ", $response ? $response->status : $@, "\n";
        $wrong++;
    }
    POSIX::_exit($wrong > 100 ? 100 : $wrong);
}

my $others = ask_others("$root/end");
for my $path (('/takes.pl', '/takes.pl?first', '/takes') x 4) {
    my $response = get($h, $path, timeout => 60);
    ok !$response->complete || $response->status >= 500,
        "$path: its client sees that it was killed"
        or diag $response->status, ' ', $response->body;
}
write_file("$root/end", '');
waitpid $others, 0;
is $? >> 8, 0, 'others got their pages, or 503 with Retry-After';
like $h->error_log,
    qr{signal 9 \(Killed\) ended \Q$root\E/takes\.pl while it served},
    'the log names the script';
for my $path ('/hello.pl?after', '/hello?after') {
    ok wait_until(
        sub { (get($h, $path)->body // '') =~ /^hello after0?$/ }, 40
        ),
        "$path is served as before";
}
$h->stop;
wait_until(sub { rmdir $group or !-e $group });

done_testing;
