# ... with a page.
print "Location: http://elsewhere.test/\nContent-Type: text/html\n\n<p>gone there\n";
