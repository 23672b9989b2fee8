# Aliased globs.
our ($x, @x) = (1, 2, 3);
*y = *x;
our ($y, @y);
print "Content-Type: text/plain\n\n";
print "$y @y\n";
undef *x;
