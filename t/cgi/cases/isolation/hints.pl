print "Content-Type: text/plain\n\n";
BEGIN { $^H{mine} = 5; } sub look { (caller(0))[10]{mine} // 'none' } print look(), "\n"; { BEGIN { delete $^H{mine} } print look(), "\n" } print ${^WARNING_BITS} // 'u', "|\n"; eval 'use warnings; BEGIN { print defined ${^WARNING_BITS} ? 1 : 0 }'; print "\n"; use feature 'say'; eval 'say 5';
