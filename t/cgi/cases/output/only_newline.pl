# An empty line.
print "\n";
