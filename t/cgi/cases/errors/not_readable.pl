# A file that may be executed but not be read.
print "Content-Type: text/plain\n\n";
print "read nevertheless\n";
