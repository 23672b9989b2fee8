# _ begins empty.
print "Content-Type: text/plain\n\n";
print -e _ ? "something\n" : "nothing\n";
stat $0;
print -f _ ? "file\n" : "none\n";
