# @ARGV in BEGIN.
my @words;
BEGIN { @words = splice @ARGV }
print "Content-Type: text/plain\n\n";
print "@words|@ARGV\n";
