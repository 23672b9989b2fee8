# A request that comes while a template restores its memory waits for that
# template. No other template is made for it, unless the run before does not
# end.

use Mehari::Test;
use Mehari::Test::Pool;
use Mehari::Test::Rollback;
use Mehari::Test::Trace;

plan skip_all => rollback_missing() if rollback_missing();

my $pool   = Mehari::Test::Pool->new(restore => 4, concurrency => 20);
my $script = $pool->script('script.pl', <<'EOF_SCRIPT');
#!/usr/bin/perl
my @kept = map { {} } 1 .. 20_000;
$| = 1;
print "$ENV{TOKEN} $$ ", getppid, "\n";
select undef, undef, undef, 0.01 while $ENV{WHILE} && -e $ENV{WHILE};
EOF_SCRIPT

sub said ($text) {
    my ($said, $run, $template) = split ' ', $text;
    return { said => $said, run => $run, template => $template };
}

sub ask ($token) {
    return said($pool->run($script, environ => ["TOKEN=$token"])->{out});
}

# Starts a request that runs as long as the file exists, and so occupies its
# template. Returns the template.
sub hold ($file) {
    my $request
        = $pool->send($script, environ => [ "WHILE=$file", 'TOKEN=h' ]);
    $pool->wait_until(sub { read_file($request->{out}) =~ /\n/ });
    return said(read_file($request->{out}))->{template} // 0;
}

my (%template, @wrong);
# The driver takes TOKEN for a constant of all requests, until the second
# request shows another value. A zygote runs its first requests itself.
my $last;
for my $number (1 .. 100) {
    my $answer = ask($number);
    push @wrong, $number if $answer->{said} ne $number;
    $last = $answer->{template};
    $template{$last}++ if $number > 50;
}
is_deeply \@wrong, [], 'each run has its own answer';
is keys %template, 1, 'the runs are of one template';

SKIP: {
    skip trace_missing(), 1 if trace_missing();
    my $template = $last;
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
    like $pool->answer($request)->{out}, qr/\Aheld $run $template\n/,
        'a run that has said its end, but does not end';
    my $next = ask('next');
    is $next->{said},       'next',    'the next request has its answer';
    isnt $next->{template}, $template, 'the next run is of another template';
    untrace($run);
    my $file = write_file($pool->path('hold'), '');
    ok $pool->wait_until(sub { hold($file) == $template }),
        'the template goes on when its run ends';
    unlink $file;
}

done_testing;
