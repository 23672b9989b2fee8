print "Content-Type: text/plain\n\n";
our $b; bless \$b, 'P'; sub P::DESTROY { print "P gone\n" } 
