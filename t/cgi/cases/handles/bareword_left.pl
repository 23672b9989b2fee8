# A handle that was left open is flushed at the end.
print "Content-Type: text/plain\n\n";
open OUT, '>', 'work/flushed' or die;
print OUT "flushed at the end\n";
print "page\n";
