# return outside of a sub is an error.
print "Content-Type: text/plain\n\n";
print "before\n";
return;
print "after\n";
