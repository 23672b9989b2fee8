# A Location that begins with two slashes.
print "Location: //elsewhere.test/x\n\n";
