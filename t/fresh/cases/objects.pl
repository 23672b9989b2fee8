our $b; bless \$b, 'P'; sub P::DESTROY { print "P gone\n" } 
