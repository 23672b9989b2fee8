# do of a file with an error.
print "Content-Type: text/plain\n\n";
my $r = do './wrong.pl';
print defined $r ? "fine\n" : "error: $@";
