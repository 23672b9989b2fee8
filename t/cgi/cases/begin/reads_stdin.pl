# BEGIN reads the body.
my $line;
BEGIN { $line = <STDIN> }
print "Content-Type: text/plain\n\n";
print "BEGIN: $line", "main: ", <STDIN>, "\n";
