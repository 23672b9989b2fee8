# Runs that are forks of their template: the memory that they share, and the
# start of the next run.

use Mehari::Test;
use Mehari::Test::Pool;
use Mehari::Test::Trace;

my $pool   = Mehari::Test::Pool->new(restore => 0, concurrency => 20);
my $script = $pool->script('script.pl', <<'EOF_SCRIPT');
#!/usr/bin/perl
print "$ENV{TOKEN} $$ ", getppid, "\n";
EOF_SCRIPT

# The answer's token, run and template.
sub ask ($token) {
    my %answer;
    @answer{qw(token run template)} = split ' ',
        $pool->run($script, environ => ["TOKEN=$token"])->{out};
    return \%answer;
}

sub is_zygotes ($parent) { return $pool->zygote_of($parent) == $parent }

ok is_zygotes(ask('first')->{template}),
    'the first request has a template that is its own run';
my $template;
ok $pool->wait_until(
    sub { $template = ask('next')->{template}; !is_zygotes($template) }),
    'the next has the run of another';
my %parents = map { ask($_)->{template} => 1 } 1 .. 50;
cmp_ok scalar keys %parents, '<', 4, 'all others are of few templates';

subtest 'memory' => sub {
    my $maps = $pool->script('maps.pl', <<'EOF_SCRIPT');
#!/usr/bin/perl
open my $in, '<', '/proc/self/maps' or die;
print 'own ', grep { / rw-s / } <$in>;
$| = 1;
if (!fork) {
    open my $in, '<', '/proc/self/maps' or die;
    print 'child ', grep { / rw-s / } <$in>;
    exit;
}
wait;
EOF_SCRIPT
    my $out;
    ok $pool->wait_until(
        sub { ($out = $pool->run($maps)->{out}) =~ m{/dev/zero} }),
        'a run shares a page with its template';
    like $out, qr/^child \z/m, 'a child of the run shares nothing';
};

# The next run already exists if processors are free; elsewhere another template
# has it.
SKIP: {
    skip trace_missing(), 4 if trace_missing();
    my $is = ask('before')->{template};
    my $run;
    $pool->wait_until(
        sub {
            ($run) = split ' ',
                eval { read_file("/proc/$is/task/$is/children") } // '';
            return $run && process_state($run) eq 'S';
        }
    );
    trace($run, TRACE_END);
    my $request = $pool->send($script, environ => ['TOKEN=held']);
    trace_to_end($run);
    like $pool->answer($request)->{out}, qr/\Aheld $run $is\n/,
        'a run that has said its end, but does not end';
    is ask("after$_")->{token}, "after$_", 'the next requests are answered'
        for 1 .. 3;
    untrace($run);
}

is $pool->stop, 0, 'the pool ends';

done_testing;
