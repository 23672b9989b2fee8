# eval { require } of a missing module, twice.
print "Content-Type: text/plain\n\n";
for (1, 2) { print eval { require Not::There; 1 } ? "there\n" : $@ =~ /(Can't locate \S+|Attempt.*?\.)/, "\n" }
