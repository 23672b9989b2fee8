# The current directory is not searched.
print "Content-Type: text/plain\n\n";
print eval { require Here; 1 } ? "found\n" : $@ =~ /(Can't locate \S+)/;
