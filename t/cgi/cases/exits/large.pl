# An exit status above 255.
print "Content-Type: text/plain\n\n";
print "page\n";
exit 256;
