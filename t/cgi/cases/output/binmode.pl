# binmode before the header.
binmode STDOUT;
print "Content-Type: image/png\r\n\r\n";
print "\x89PNG\r\n\x1a\n\0\0\0";
