# A local path to nothing.
print "Location: /no/such/thing\n\n";
