# A script in a page that wants to go elsewhere.
print "Location: http://elsewhere.test/\n\n";
