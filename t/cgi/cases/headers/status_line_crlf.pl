# A status line of HTTP/1.1 with CRLF and another status.
print "HTTP/1.1 404 Not Found\r\nContent-Type: text/plain\r\n\r\nbody\r\n";
