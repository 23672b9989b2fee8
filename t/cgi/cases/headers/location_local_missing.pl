# A local path that does not exist.
print "Location: /no/such/thing\n\n";
