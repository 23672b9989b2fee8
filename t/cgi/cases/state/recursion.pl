# A recursive sub that uses a file lexical.
my $depth = 0;
sub down { my $n = shift; $depth++; return $n ? down($n - 1) + 1 : 0 }
print "Content-Type: text/plain\n\n";
print down(50), " $depth\n";
