print "Content-type: text/plain\n\n";
my $object = bless [], 'Thing';
sub Thing::DESTROY { print "destroyed\n" }
END { print "end with $?\n"; $? = 3 }
eval { die "caught\n" };
print "caught: $@";
die "not caught\n";
