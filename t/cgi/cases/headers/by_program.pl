# Headers by a program, the body by perl.
$| = 1;
system 'echo "Content-Type: text/plain"; echo "X-By: program"';
print "\nbody\n";
