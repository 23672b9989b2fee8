# :crlf.
binmode STDOUT, ':crlf';
print "Content-Type: text/plain\n\n";
print "one\ntwo\n";
