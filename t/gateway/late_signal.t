# A signal ends a script's process at any moment of its end, even after httpd
# has seen that its output is complete: each request of a lease is answered, and
# so is the next.

use Mehari::Test;
use Mehari::Test::Gateway qw(gateway_server script);

my $REQUESTS = 600;
my $LONGEST  = 200;    # microseconds

my $h = gateway_server(
    perl_pool => 'lease-after=1',
    workers   => 1,
    config    => "Timeout 5\n",
);
script($h, 'alarm.pl', <<'EOF_SCRIPT');
use Time::HiRes qw(setitimer ITIMER_REAL);
print "Content-Type: text/plain\n\na page\n";
setitimer(ITIMER_REAL, $ENV{QUERY_STRING} / 1e6) if $ENV{QUERY_STRING};
EOF_SCRIPT

my (%answers, @wrong);
for my $number (1 .. $REQUESTS) {
    my $after    = $number % 2 ? 1 + $number % $LONGEST : 0;
    my $response = get($h, "/alarm.pl?$after", timeout => 4);
    my $status   = $response->status // 'none';
    my $answer   = $status eq 200 ? $response->body : $status;
    $answers{ $after ? 'with a signal' : 'without' }{$answer}++;
    next if $status ne 'none';
    push @wrong, "$number: " . ($response->{late} ? 'late' : 'closed');
    last if @wrong == 3;
}

is_deeply \@wrong, [], 'no request waits for an answer';
is_deeply [ keys %{ $answers{without} } ], ["a page\n"],
    'all without a signal have their page';
is_deeply [
    grep { !/\A(?:a page\n|500)\z/ }
        keys %{ $answers{'with a signal'} }
    ],
    [], 'the others have it, or an error';

done_testing;
