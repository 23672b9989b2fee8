# BEGIN that looks at the request's variables.
my $query;
BEGIN { $query = $ENV{QUERY_STRING} }
print "Content-Type: text/plain\n\n";
print "$query\n";
