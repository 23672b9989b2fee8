# Constants, inlined and not.
use constant { PI => 3.14, LIST => [1, 2, 3] };
print "Content-Type: text/plain\n\n";
print PI, ' ', scalar @{ +LIST }, "\n";
push @{ +LIST }, 4;
