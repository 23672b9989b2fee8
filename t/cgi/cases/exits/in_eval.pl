# eval does not catch exit.
print "Content-Type: text/plain\n\n";
eval { print "inside\n"; exit };
print "never: $@\n";
