# STDIN's kind without a body, and with one.
print "Content-Type: text/plain\n\n";
print -p STDIN ? 'pipe' : -S _ ? 'socket' : -c _ ? 'device' : -f _ ? 'file' : 'else', ' ', -s STDIN ? 'sized' : 'no size', "\n";
print scalar <STDIN>, "\n";
