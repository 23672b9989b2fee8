# exit in BEGIN for some requests.
BEGIN { if ($ENV{QUERY_STRING} eq 'no') { print "Content-Type: text/plain\n\nearly\n"; exit } }
print "Content-Type: text/plain\n\n";
print "late\n";
