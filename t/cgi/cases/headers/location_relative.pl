# A relative path.
print "Location: other.html\n\n";
