# A run that is a fork writes over the page that it shares with its template and
# with the next run: the requests after it are answered as before.

use Mehari::Test;
use Mehari::Test::Pool;

my $pool   = Mehari::Test::Pool->new(restore => 0, concurrency => 20);
my $script = $pool->script('script.pl', <<'EOF_SCRIPT');
#!/usr/bin/perl
sub scribble {
    open my $in, '<', '/proc/self/maps' or die;
    my ($from, $to) = map { hex } map { /^(\w+)-(\w+) rw-s .*zero/ } <$in>
        or return;
    open my $memory, '+<:raw', '/proc/self/mem' or die;
    sysseek $memory, $from, 0;
    sysread $memory, my $page, $to - $from;
    my ($place, $byte) = split ',', $ENV{SCRIBBLE};
    substr $page, $place, 4096, chr($byte) x (($to - $from) - $place);
    sysseek $memory, $from, 0;
    syswrite $memory, $page;
    print "scribbled ";
}
scribble() if $ENV{SCRIBBLE};
print "$ENV{TOKEN} ", getppid;
EOF_SCRIPT

sub ask ($token, @more) {
    my $answer = $pool->run($script, environ => [ "TOKEN=$token", @more ]);
    return $answer ? $answer->{out} : "none";
}

# Overwrites the whole page, and all of it but the number of the turn.
for my $what ('0,255', '0,0', '0,1', '0,65', '4,255', '4,0', '4,1') {
    subtest "at $what" => sub {
        my $template;
        ok $pool->wait_until(
            sub {
                ask(q(hostile), "SCRIBBLE=$what")
                    =~ /\Ascribbled hostile (\d+)\z/ && ($template = $1);
            }
            ),
            'a run writes to the page';
        my @answers = map { ask($_) } 1 .. 4;
        like $answers[ $_ - 1 ], qr/\A$_ \d+\z/, "request $_ is answered"
            for 1 .. 4;
    };
}

is $pool->stop, 0, 'the pool ends';

done_testing;
