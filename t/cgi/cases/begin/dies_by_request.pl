# die in BEGIN for some requests.
BEGIN { die "not wanted\n" if $ENV{QUERY_STRING} eq 'no' }
print "Content-Type: text/plain\n\n";
print "fine\n";
