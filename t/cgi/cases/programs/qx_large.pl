# A megabyte from a program.
print "Content-Type: text/plain\n\n";
my $text = `head -c 1000000 /dev/zero | tr '\\0' x`;
print length $text, "\n";
