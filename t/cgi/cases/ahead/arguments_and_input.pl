print "Content-type: text/plain\n\n";
my $count = 0;
while (my $line = <>) { $count++; print "$ARGV: $line"; last if $count > 3 }
print "$count lines, @ARGV words\n";
