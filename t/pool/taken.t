# A request belongs to the template's run that takes it out of the queue, at
# once and for good. The test kills a run before and after each of its system
# calls, from its wait on. A request that ran does not run again; the next run
# serves one that did not.

use Mehari::Test;
use Mehari::Test::Pool;
use Mehari::Test::Rollback;
use Mehari::Test::Trace;

plan skip_all => rollback_missing() if rollback_missing();
plan skip_all => trace_missing()    if trace_missing();

# restore= as a word's number.
my %WAYS = (fork => 0, compare => 4);

my ($pool, $tokens, $script);

sub start ($way) {
    $pool   = Mehari::Test::Pool->new(restore => $WAYS{$way});
    $tokens = write_file($pool->path('tokens'), '', 0666);
    $script = $pool->script('script.pl', <<~"EOF_SCRIPT");
        #!/usr/bin/perl
        open my \$out, '>>', '$tokens';
        syswrite \$out, "\$ENV{TOKEN}\\n";
        print "\$ENV{TOKEN} ", getppid;
        EOF_SCRIPT
    return;
}

# The answer of a request.
sub ask ($token) { return $pool->run($script, environ => ["TOKEN=$token"]) }

sub times_run ($token) {
    return scalar(() = read_file($tokens) =~ /^$token$/mg);
}

# The run of a template that waits for its request.
sub waiting_run ($template) {
    my $run;
    $pool->wait_until(
        sub {
            my $children
                = eval { read_file("/proc/$template/task/$template/children"); }
                // '';
            ($run) = split ' ', $children;
            return $run && process_state($run) eq 'S';
        }
    ) or die "No run waits.\n";
    return $run;
}

# The number of ends of each kind, with the place of the kill.
my %ended;

sub check ($count, $answer, $ran, $after) {
    is $answer->{type}, 'DONE', 'a taken request has an answer';
    cmp_ok $ran, '<=', 1, 'a taken request has run once at most';
    like $answer->{status}, qr/\A[09]\z/,
        'the run of a taken request has ended or was killed';
    if ($answer->{status} == 0) {
        is $ran, 1, 'a script has run to its end';
        like $answer->{out}, qr/\Arequest$count \d+\z/,
            'a script has its own answer';
    }
    like $after->{out}, qr/\Aafter$count \d+\z/, 'the next has its own';
    is $after->{status},           0, 'the next request ends with status 0';
    is times_run("request$count"), $ran, 'no request has run later';
    return;
}

# Kills the run of a request at its $count-th stop; false if it has fewer.
sub kill_at ($count) {
    my ($template) = ask("before$count")->{out} =~ / (\d+)$/;
    my $run = waiting_run($template);

    trace($run) or die "trace: $!";
    my $request = $pool->send($script, environ => ["TOKEN=request$count"]);
    my $stopped = trace_on($run, $count);
    untrace($run, 9) if $stopped;
    my $answer = $pool->answer($request);
    my $ran    = times_run("request$count");
    my $after  = ask("after$count");
    subtest "killed at its stop $count" =>
        sub { check($count, $answer, $ran, $after) };
    push @{ $ended{ $answer->{status} } }, $count;
    return $stopped;
}

sub parent_of ($token) { return ask($token)->{out} =~ / (\d+)$/ ? $1 : 0 }

# The first template is its own run; others come after it.
for my $way (sort keys %WAYS) {
    start($way);
    %ended = (0 => [], 9 => []);
    my $zygote = parent_of('first');
    ok $pool->wait_until(sub { parent_of('second') != $zygote }),
        "$way: there is a template";
    my $count = 1;
    $count++ while kill_at($count);
    cmp_ok $count, '>', 20, "$way: a run has many stops";
    ok @{ $ended{0} }, "$way: some requests were run by the next";
    cmp_ok $ended{0}[0], '<', $ended{9}[0],
        "$way: those that were not taken yet";
}

done_testing;
