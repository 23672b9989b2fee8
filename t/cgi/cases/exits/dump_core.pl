# The last statement has a value that does not matter.
print "Content-Type: text/plain\n\n";
print "page\n";
0;
