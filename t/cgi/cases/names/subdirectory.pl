# A script further down, with its own cwd.
print "Content-Type: text/plain\n\n";
