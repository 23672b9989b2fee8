# The manager's own life: its user, its ways to end, and no process that
# outlives it.

use Mehari::Test;
use Mehari::Test::Pool;

my $status = <<'EOF_SCRIPT';
#!/usr/bin/perl
open my $in, '<', '/proc/self/status';
print grep {/^(?:Uid|Gid|Groups|NoNewPrivs):/} <$in>;
printf "umask %04o\n", umask;
EOF_SCRIPT

my $pool = Mehari::Test::Pool->new(umask => 027, no_new_privs => 1);
my $out  = $pool->run($pool->script('status', $status))->{out};
like $out,   qr/^NoNewPrivs:\t1$/m, 'no_new_privs is set when asked';
like $out,   qr/^umask 0027$/m,     'the umask is set';
unlike $out, qr/^[UG]id:.*\b0\b/m,  'no id is root';

SKIP: {
    skip 'needs root', 8 if $>;
    my %user = Mehari::Test::Pool::user();
    like $out, qr/^Uid:(?:\t$user{uid}){4}$/m, 'the user, in all four places';
    like $out, qr/^Gid:(?:\t$user{gid}){4}$/m, 'the group is set';
    unlike $out, qr/^Groups:.*\b0\b/m,         'the groups of root are gone';

    for my $case (
        [ 'root',        uid         => 0 ],
        [ 'a bad user',  uid         => 4294967295 ],
        [ 'a bad group', gid         => 4294967295 ],
        [ 'still root',  change_user => 0 ],
        )
    {
        my ($name, %setting) = @$case;
        my $other = refused_pool(%setting);
        is $other, 256, "$name: the manager does not start";
    }
}

# The manager is killed at any moment: no process below it stays, and another
# goes on in its place.
my $sleeper
    = $pool->script('sleeper', "#!/bin/sh\necho \$\$\nexec sleep 60\n");
my $request = $pool->send($sleeper);
my $session = $pool->manager;
ok $pool->wait_until(sub { -s $request->{out} }),
    'a script runs before the manager ends';
cmp_ok scalar $pool->processes, '>=', 3,
    'a manager with a script has at least two more processes';
kill KILL => $session;
is(($pool->wait_for($request->{connection}, 2))[0]{type},
    'CLOSED', 'httpd sees the connection of a killed manager closed');
ok $pool->wait_until(sub { !$pool->processes($session) }),
    'the script of an ended manager is ended';
ok !$pool->processes($session), 'the bases and zygotes end with the manager';
my $waiting = $pool->send($pool->script('true', "#!/bin/sh\n"));
$pool->command('start');
is $pool->answer($waiting)->{type}, 'DONE',
    'a request that came while there was no manager is served by the next';

# TERM also ends running requests.
$request = $pool->send($sleeper);
ok $pool->wait_until(sub { -s $request->{out} }),
    'a script runs again before the second end';
kill TERM => $pool->manager;
ok $pool->wait_until(sub { !$pool->processes }), 'TERM ends it all';

# httpd ends while a request runs that it waits for: the request is finished.
my $last = Mehari::Test::Pool->new;
my $slow
    = $last->script('slow', "#!/bin/sh\necho run\nsleep 0.4\necho end\n");
$request = $last->send($slow);
ok $last->wait_until(sub { -s $request->{out} }),
    'a script runs before the last end';
is $last->stop, 0, 'the manager with a running script ends';
is read_file($request->{out}), "run\nend\n",
    'the manager does not end before its script';

done_testing;

sub refused_pool (%setting) {
    open my $errors, '>&', \*STDERR    or die;
    open STDERR,     '>',  '/dev/null' or die;
    my $other = Mehari::Test::Pool->new(%setting);
    my $code  = $other->stop;
    open STDERR, '>&', $errors or die;
    return $code;
}
