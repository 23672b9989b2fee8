# Another status.
print "HTTP/1.0 404 Gone\r\nContent-Type: text/plain\r\n\r\nnot here\n";
