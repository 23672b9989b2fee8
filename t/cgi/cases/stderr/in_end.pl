# STDERR in END and DESTROY.
print "Content-Type: text/plain\n\n";
our $x = bless [];
sub DESTROY { print STDERR "destroy\n" }
END { print STDERR "end\n" }
