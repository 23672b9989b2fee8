# CRLF and LF.
print "Content-Type: text/plain\r\nX-One: 1\n\r\nbody\n";
