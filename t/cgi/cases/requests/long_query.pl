# A query of 8,000 bytes.
print "Content-Type: text/plain\n\n";
print length $ENV{QUERY_STRING}, ' ', substr($ENV{QUERY_STRING}, -5), ' ', scalar @ARGV, "\n";
