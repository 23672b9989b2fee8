# Lines, one at a time, with $. and eof.
print "Content-Type: text/plain\n\n";
while (<STDIN>) { chomp; print "$.: $_", eof ? " (last)\n" : "\n" }
print defined(<STDIN>) ? "more\n" : "end\n";
