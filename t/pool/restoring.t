# A request that comes while a template puts its memory back waits for that: no
# other template is made for it, unless the run before does not end.

use v5.36;
use Test::More;

use Mehari::Test;
use Mehari::Test::Pool;
use Mehari::Test::Rollback;
use Mehari::Test::Trace;

plan skip_all => rollback_missing() if rollback_missing();

my $pool   = Mehari::Test::Pool->new(restore => 4);
my $script = $pool->script('script.pl', <<'EOF_SCRIPT');
#!/usr/bin/perl
my @kept = map { {} } 1 .. 20_000;
print "$ENV{TOKEN} $$ ", getppid;
EOF_SCRIPT

sub ask ($token) {
    my $answer = $pool->run($script, environ => ["TOKEN=$token"]);
    my ($said, $run, $template) = split ' ', $answer->{out};
    return { said => $said, run => $run, template => $template };
}

my (%template, @wrong);
ask('first');
for my $number (1 .. 100) {
    my $answer = ask($number);
    push @wrong, $number if $answer->{said} ne $number;
    $template{ $answer->{template} }++;
}
is_deeply \@wrong, [], 'each has its own answer';
is keys %template, 1, 'of one template';

SKIP: {
    skip trace_missing(), 1 if trace_missing();
    my ($template) = keys %template;
    my $run;
    $pool->wait_until(
        sub {
            ($run) = split ' ',
                eval { read_file("/proc/$template/task/$template/children") }
                // '';
            return $run && process_state($run) eq 'S';
        }
    );
    trace($run, TRACE_END);
    my $request = $pool->send($script, environ => ['TOKEN=held']);
    trace_to_end($run);
    like $pool->answer($request)->{out}, qr/\Aheld $run $template\z/,
        'a run that has said its end, but does not end';
    my $next = ask('next');
    is $next->{said},       'next',    'the next request has its answer';
    isnt $next->{template}, $template, 'of another template';
    untrace($run);
    ok $pool->wait_until(
        sub {
            # Two at once, because the other template may be the first choice.
            my @both
                = map { $pool->send($script, environ => ["TOKEN=$_"]) } 1, 2;
            my @of = map { (split ' ', $pool->answer($_)->{out})[2] } @both;
            return grep { $_ == $template } @of;
        }
        ),
        'that run ends: its template goes on';
}

done_testing;
