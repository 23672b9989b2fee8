# reset clears variables.
our ($xa, $xb, $other) = (1, 2, 3);
print "Content-Type: text/plain\n\n";
reset 'x';
print defined $xa ? 1 : 0, defined $xb ? 1 : 0, $other, "\n";
