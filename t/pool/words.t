# Requests with words (`?one+two`): a script that looks at @ARGV is compiled as
# if there were no words, as long as few requests have some.

use Mehari::Test;
use Time::HiRes qw(sleep);
use Mehari::Test::Pool;

my $pool = Mehari::Test::Pool->new(
    processes    => 4,
    concurrency  => 4,
    idle_timeout => 30,
    queue        => 50
);

my $script = $pool->script('words.pl', <<'PERL');
#!/usr/bin/perl
my $first = shift // 'none';
our $compiled; BEGIN { open my $s, '<', '/dev/null'; $compiled = \my $x }
print "$first @ARGV|", getppid, "|$ENV{X}\n";
PERL
sleep 0.03;

sub ask (@words) {
    my $answer = $pool->run(
        $script,
        arguments => [@words],
        environ   => ["X=@words"],
    );
    my ($said, $parent, $x) = split /\|/, $answer->{out} =~ s/\n\z//r;
    is $said, (@words ? shift @words : 'none') . " @words", "words: $said";
    return $pool->zygote_of($parent);
}

my $zygote = ask();
is ask(), $zygote, 'requests without words have one zygote';
ask('one');
is ask(),                 $zygote, 'which costs no zygote';
isnt ask('two', 'three'), $zygote, 'those with words are executed';
is ask(),                 $zygote, 'the zygote stays';
ask('many', $_) for 1 .. 20;
my $other = ask('word');
is ask('more', 'words'), $other,
    'if many have words, a zygote serves them, too';
is ask(), $other, 'and those without';

$script = $pool->script('first.pl', read_file($script) . "# again\n");
sleep 0.03;
my $first = ask('word');
is ask('next'), $first, 'a first request with words has a zygote that stops';
ask() for 1 .. 60;
my $last;
for (1 .. 50) {
    sleep 0.02;
    $last = ask();
}
isnt $last, $first, 'another one does not, when few have words';
is ask(),   $last,  'and serves what comes';

done_testing;
