# Runs that are forks of their template: which memory they have, and when the
# next one begins.

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

SKIP: {
    skip trace_missing(), 1 if trace_missing();
    my $taken;
    $pool->wait_until(
        sub {
            ask($_) for 1 .. 20;
            my $is = ask('before')->{template};
            my ($run) = split ' ',
                eval { read_file("/proc/$is/task/$is/children") } // '';
            return 0
                if !$run
                || process_state($run) ne 'S'
                || !trace($run, TRACE_END);
            my $request = $pool->send($script, environ => ['TOKEN=held']);
            trace_to_end($run);
            $pool->answer($request);
            $taken = ask('after')->{template} == $is;
            untrace($run);
            return $taken;
        },
        20
    );
    ok $taken, 'the next run begins when the one before it has said its end';
}

is $pool->stop, 0, 'the pool ends';

done_testing;
