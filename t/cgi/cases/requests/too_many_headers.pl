# More headers than httpd takes.
print "Content-Type: text/plain\n\n";
print "never\n";
