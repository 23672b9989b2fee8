# Per cent signs.
print "Content-Type: text/plain\n\n";
print STDERR "100%s %d %n %%\n";
