# The status of die is $!.
print "Content-Type: text/plain\n\n";
END { print "status $?\n" }
$! = 13;
die "permission\n";
