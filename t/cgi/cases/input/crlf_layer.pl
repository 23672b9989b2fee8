# :crlf on STDIN.
binmode STDIN, ':crlf';
print "Content-Type: text/plain\n\n";
print map { s/\r/CR/gr } <STDIN>;
