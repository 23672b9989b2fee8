# Last-Modified and ETag, and conditions.
print "Content-Type: text/plain\nLast-Modified: Sat, 01 Jan 2000 00:00:00 GMT\nETag: \"tag\"\n\nbody\n";
