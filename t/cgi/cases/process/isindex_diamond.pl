# <> reads the files that @ARGV names, else STDIN.
print "Content-Type: text/plain\n\n";
print "line: $_" while <>;
print "\n";
