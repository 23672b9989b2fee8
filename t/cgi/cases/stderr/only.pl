# STDERR and no page.
print STDERR "nothing else\n";
