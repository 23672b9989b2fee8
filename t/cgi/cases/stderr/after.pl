# STDERR after the page.
print "Content-Type: text/plain\n\n";
print "page\n";
print STDERR "after the page\n";
