# A state variable begins anew.
use v5.10;
sub next_one { state $n = 10; return $n++ }
print "Content-Type: text/plain\n\n";
print next_one(), next_one(), next_one(), "\n";
