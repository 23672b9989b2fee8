# A flip-flop that was left on.
print "Content-Type: text/plain\n\n";
for (1 .. 3) { print "$_\n" if ($_ == 2) .. ($_ == 99); }
