# A status that does not fit.
print "Content-Type: text/plain\n\n";
print "page\n";
exit 256;
