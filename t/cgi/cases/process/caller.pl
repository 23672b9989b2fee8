# caller returns nothing in the main program.
print "Content-Type: text/plain\n\n";
print defined caller() ? "called\n" : "top\n";
print __PACKAGE__, "\n";
sub who { my @c = caller 0; return "$c[0] $c[2] $c[3]" }
print who(), "\n";
sub deep { return scalar(() = (caller 1)) . (defined caller 1 ? 'more' : 'one') }
print deep(), "\n";
