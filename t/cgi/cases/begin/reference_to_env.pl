# A reference to a value, taken in BEGIN.
my $query;
BEGIN { $query = \$ENV{QUERY_STRING} }
print "Content-Type: text/plain\n\n";
print "$$query\n";
