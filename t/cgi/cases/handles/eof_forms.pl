# eof, eof() and eof(STDIN).
print "Content-Type: text/plain\n\n";
print eof(STDIN) ? 1 : 0;
while (<>) { print $_, eof() ? ' last' : '', "\n" if chomp || 1 }
print eof(STDIN) ? 1 : 0, "\n";
