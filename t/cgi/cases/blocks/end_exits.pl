# exit in END.
print "Content-Type: text/plain\n\n";
END { print "first\n" }
END { exit 3 }
END { print "last\n" }
