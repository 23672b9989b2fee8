#!/usr/bin/perl
print "Content-Type: text/plain\n\n";
use v5.36; my sub lex ($x, $y = $x * 2, @r) { state $n = 0; return "$x $y @r " . ++$n } say lex(1), lex(2, 3, 4); sub outer ($c) { my sub inner { return $c++ } inner(); return inner() } say outer(5), outer(7); state @s = (1, 2); push @s, 3; say "@s"; state sub st { state $z = 1; $z++ } say st(), st(); my $anon = sub ($n) { $n <= 1 ? 1 : $n * __SUB__->($n - 1) }; say $anon->(5); say fib(10); sub fib ($n) { state %memo; $memo{$n} //= $n < 2 ? $n : fib($n - 1) + fib($n - 2) } 
