# exec cgi.
print "Content-Type: text/html\n\n[$ENV{QUERY_STRING}|$ENV{REQUEST_URI}]\n";
