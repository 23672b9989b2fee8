# srand with a number: the same numbers each time.
srand 1234;
print "Content-Type: text/plain\n\n";
print join(' ', map { int rand 100 } 1 .. 8), "\n";
