# Bytes of all values.
print "Content-Type: application/octet-stream\n\n";
print map {chr} 0 .. 255;
