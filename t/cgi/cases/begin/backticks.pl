# A program in BEGIN.
my $output;
BEGIN { chomp($output = `echo from a program`) }
print "Content-Type: text/plain\n\n";
print "$output $?\n";
