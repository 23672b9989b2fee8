# @INC is perl's.
print "Content-Type: text/plain\n\n";
print map {"$_\n"} @INC;
