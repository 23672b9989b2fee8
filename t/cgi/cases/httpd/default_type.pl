# ... and what does it do without Content-Type.
print "X-One: 1\n\ntext\n";
