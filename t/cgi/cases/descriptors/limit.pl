# The number of files that a script may open.
my @open;
while (@open < 100) { open my $in, '<', '/dev/null' or last; push @open, $in }
print "Content-Type: text/plain\n\n";
print scalar @open, ' ', fileno $open[-1], "\n";
