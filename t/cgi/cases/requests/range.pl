# Range of a generated page.
print "Content-Type: text/plain\n\n";
print '0123456789' x 10;
