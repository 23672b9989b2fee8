# getppid in BEGIN.
my $parent;
BEGIN { $parent = getppid }
print "Content-Type: text/plain\n\n";
print $parent == getppid ? "the same\n" : "another\n";
