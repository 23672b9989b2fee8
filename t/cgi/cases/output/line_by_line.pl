# Lines with pauses.
$| = 1;
print "Content-Type: text/plain\n\n";
for (1 .. 5) { print "line $_\n"; select undef, undef, undef, 0.02 }
