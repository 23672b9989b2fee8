# QUERY_STRING as it came, nothing decoded.
print "Content-Type: text/plain\n\n";
print "<$ENV{QUERY_STRING}>\n";
