# Only some files are scripts.
print "Content-Type: text/plain\n\n";
print "script\n";
