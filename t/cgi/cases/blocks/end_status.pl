# END sees $? and can change it.
print "Content-Type: text/plain\n\n";
END { print "status $?\n"; $? = 0 }
exit 7;
