# 304.
print "Status: 304 Not Modified\nETag: \"x\"\n\n";
