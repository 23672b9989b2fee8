# A child that is started in BEGIN sees the request.
my $seen;
BEGIN { $seen = `printenv QUERY_STRING` }
print "Content-Type: text/plain\n\n";
print $seen;
