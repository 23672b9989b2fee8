# Another status after a page: nobody minds.
print "Content-Type: text/plain\n\n";
print "page\n";
exit 3;
