# CRLF.
print "Content-Type: text/plain\n\n";
print STDERR "one\r\ntwo\r\n";
