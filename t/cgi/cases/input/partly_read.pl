# A body of which a line is read, on a connection that goes on.
my $line = <STDIN>;
print "Content-Type: text/plain\n\n";
print "read: $line";
