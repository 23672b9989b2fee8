# The value of the last statement does not matter.
print "Content-Type: text/plain\n\n";
print "page\n";
0;
