# A script in a page that prints Location.
print "Location: http://elsewhere.test/\n\n";
