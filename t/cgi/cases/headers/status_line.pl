# A status line as of HTTP.
print "HTTP/1.0 200 OK\nContent-Type: text/plain\n\nbody\n";
