# Two slashes in front.
print "Location: //elsewhere.test/x\n\n";
