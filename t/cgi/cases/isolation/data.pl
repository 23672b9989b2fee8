print "Content-Type: text/plain\n\n";
while (<DATA>) { print "$.: $_"; last if /two/ } print tell(DATA) > 0 ? "tell\n" : "no\n"; print "rest ", <DATA>; close DATA;
print "line $.\n";
__DATA__
one
two
three
