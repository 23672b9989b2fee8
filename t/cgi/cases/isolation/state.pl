print "Content-Type: text/plain\n\n";
use v5.32; use warnings; use feature 'signatures'; no warnings 'experimental::signatures';
sub next_one { state $n = 10; state @all; push @all, $n++; return "@all" }
say next_one(), ' ', next_one();
for (1 .. 3) { state $loop = 0; print $loop++ }
my @c = map { sub { state $s = 5; $s++ } } 1 .. 2;
say $c[0]->(), $c[0]->(), $c[1]->();

my sub lexical ($a, $b = 4) { state $calls = 0; $calls++; return "$a$b$calls" }
say lexical(1), lexical(1, 2);
my $captured = 3;
my sub uses { return $captured++ }
sub named { return uses() . uses() }
say named(), uses(), $captured;
state $top = 1; $top++; say $top;
state sub st { return $captured . 'st' }
say st();
sub flip ($n) { return join ',', map { ($_ == 2) .. ($_ == 4) ? "in$_" : "out$_" } 1 .. $n }
say flip(3); say flip(5);
