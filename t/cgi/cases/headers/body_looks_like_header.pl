# A body that looks like headers.
print "Content-Type: text/plain\n\nX-Not: a header\n\nStatus: 404\n";
