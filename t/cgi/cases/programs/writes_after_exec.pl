# A program in the background that is waited for by its pipe.
$| = 1;
print "Content-Type: text/plain\n\n";
print `(sleep 0.05; echo slow) & echo fast; wait`;
