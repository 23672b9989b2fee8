# use v5.36: say, signatures, strict.
use v5.36;
sub add ($x, $y = 2) { return $x + $y }
say "Content-Type: text/plain\n";
say add(1);
say eval 'no strict; $undeclared = 1; 1' ? 'ok' : 'strict';
