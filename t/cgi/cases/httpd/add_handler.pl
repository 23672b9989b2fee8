# AddHandler by suffix.
print "Content-Type: text/plain\n\n";
print "by suffix\n";
