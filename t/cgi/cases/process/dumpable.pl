# A debugger of the same user may look at it.
print "Content-Type: text/plain\n\n";
print -r '/proc/self/environ' ? "readable\n" : "not\n";
print -o '/proc/self/stat' ? "own\n" : "another's\n";
