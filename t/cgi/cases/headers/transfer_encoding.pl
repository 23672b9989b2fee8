# A Transfer-Encoding by the script.
print "Content-Type: text/plain\nTransfer-Encoding: chunked\n\nbody\n";
