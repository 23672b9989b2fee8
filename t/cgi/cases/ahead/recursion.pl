use strict;
my %seen;

sub fib {
    my $n = shift;
    return $seen{$n} //= $n < 2 ? $n : fib($n - 1) + fib($n - 2);
}
my @list = map { fib($_) } 0 .. 20;
my $next = do {
    my $count = 0;
    sub { ++$count }
};
$next->() for 1 .. 3;
my $text = eval 'join ",", reverse @list[0 .. 5]' or die;
(my $copy = $text) =~ tr/,/-/;
print "Content-type: text/plain\n\n@list\n$text $copy ", $next->(), ' ',
    $+[0] // '', "\n";
