# Another exit status than 0 after a page has no effect.
print "Content-Type: text/plain\n\n";
print "page\n";
exit 3;
