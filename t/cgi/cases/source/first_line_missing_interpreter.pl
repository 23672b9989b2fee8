#!/nonexistent/perl
print "Content-Type: text/plain\n\n";
