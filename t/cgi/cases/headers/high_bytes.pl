# Bytes above 127 in a value.
print "Content-Type: text/plain\nX-Name: caf\xc3\xa9 \xe9\n\nbody\n";
