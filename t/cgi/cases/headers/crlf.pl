# Lines that end in CRLF.
print "Content-Type: text/plain\r\nX-One: 1\r\n\r\nbody\r\n";
