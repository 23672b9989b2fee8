# Location with a URL is a redirect.
print "Location: http://elsewhere.test/x?y=1\n\n";
