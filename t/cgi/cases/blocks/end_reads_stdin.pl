# END reads the rest of STDIN, and writes.
print "Content-Type: text/plain\n\n";
print "main ", scalar <STDIN>;
END { print "end ", <STDIN>, "\n" }
