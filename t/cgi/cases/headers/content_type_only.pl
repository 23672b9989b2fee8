# Odd spelling of the name.
print "content-TYPE: text/PLAIN\n\nbody\n";
