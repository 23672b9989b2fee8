# No body: the end at once.
print "Content-Type: text/plain\n\n";
print defined(<STDIN>) ? "line\n" : "end\n", eof(STDIN) ? 1 : 0, "\n";
