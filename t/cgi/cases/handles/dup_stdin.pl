# A duplicate of STDIN.
print "Content-Type: text/plain\n\n";
open my $in, '<&', \*STDIN or die;
print <$in>, "\n";
print defined(<STDIN>) ? "more\n" : "end\n";
