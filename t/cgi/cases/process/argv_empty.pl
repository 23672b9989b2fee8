# No arguments.
my @body = <STDIN>;
print "Content-Type: text/plain\n\n";
print scalar @ARGV, "\n";
