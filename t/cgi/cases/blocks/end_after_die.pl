# END after die.
print "Content-Type: text/plain\n\n";
END { print "status $? error ", $@ // 'undef', "\n" }
die "over\n";
