# 200 with a reason of its own.
print "Status: 200 Fine\nContent-Type: text/plain\n\nbody\n";
