# A thousand words.
print "Content-Type: text/plain\n\n";
print scalar @ARGV, " $ARGV[-1]\n";
