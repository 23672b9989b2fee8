# die in END; the others run nevertheless.
print "Content-Type: text/plain\n\n";
END { print "first\n" }
END { die "END fails\n" }
END { print "last\n" }
