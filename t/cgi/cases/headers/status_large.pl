# A status that is out of range.
print "Status: 1234 Too much\nContent-Type: text/plain\n\nbody\n";
