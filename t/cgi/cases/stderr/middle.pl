# STDERR before, within and after an unbuffered page.
$| = 1;
print STDERR "before\n";
print "Content-Type: text/plain\n\n";
print "page\n";
print STDERR "middle\n";
print "more\n";
print STDERR "after\n";
