# A manager that was stopped does not answer its heartbeat: it is replaced, and
# its processes end with it.

use Mehari::Test;
use Time::HiRes qw(time);
use Mehari::Test::Pool;
use Mehari::Test::Gateway qw(gateway_server wait_until pool_processes);
use Mehari::Test::Process;

my $pool   = Mehari::Test::Pool->new(concurrency => 8);
my $script = $pool->script('hello.pl', "#!/usr/bin/perl\nprint 'hello';");
my $slow   = $pool->script('slow.pl',  <<'EOF_SCRIPT');
#!/usr/bin/perl
$SIG{TERM} = 'IGNORE';
$| = 1;
print "begun\n";
sleep 60;
EOF_SCRIPT
is $pool->run($script)->{out}, 'hello',
    'a script runs before the manager stops';
my $running = $pool->send($slow);
ok $pool->wait_until(sub { -s $running->{out} }),
    'a second script is running';

my $manager = $pool->manager;
my @below   = grep { $_ != $manager } $pool->processes($manager);
kill STOP => $manager, grep { rand > 0.5 } @below;
my $waiting = $pool->send($script);
my $start   = time;
ok $pool->wait_until(sub { have_ended($manager) }, 15),
    'the stopped manager is ended';
cmp_ok time - $start, '<', 12, 'a stopped manager is ended within 12 s';
ok $pool->wait_until(sub { !$pool->processes($manager) }, 20),
    'all processes below a stopped manager are ended, stopped ones too'
    or diag join ' ',
    map { "$_: " . command_of($_) } $pool->processes($manager);
$pool->command('start');
is $pool->run($script, connection => $pool->open_connection)->{out},
    'hello', 'the next one answers';
undef $pool;

# The same, as httpd sees it.
my $h = gateway_server();
Mehari::Test::Gateway::script($h, 'hi.pl',
    'print "Content-Type: text/plain\n\nhello\n";');
is get($h, '/hi.pl')->body, "hello\n", 'a script is served';
my $one  = pool_processes($h)->{default};
my $mark = $h->error_log_mark;
kill STOP => $one;
$start = time;
my $held = get($h, '/hi.pl', timeout => 30);
ok $held->status == 200 || $held->header('Retry-After'),
    'a request that waits for it is for the next one, or gets 503'
    or diag $held->status;
cmp_ok time - $start, '<', 15,
    'a request that waits for it is answered within 15 s';
ok wait_until(
    sub {
        (get($h, '/hi.pl', timeout => 30)->body // '') eq "hello\n";
    }
    ),
    'the next one answers';
log_like($h, $mark, qr/signal 9.*\[MH3040\]/);

done_testing;

