# The type of an answer without Content-Type.
print "X-One: 1\n\ntext\n";
