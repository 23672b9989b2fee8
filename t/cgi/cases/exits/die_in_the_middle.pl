# die after half of a page, with an ErrorDocument that must not be appended.
print "Content-Type: text/plain\n\n";
print "half of the page\n";
die "in the middle\n";
