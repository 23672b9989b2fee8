# \N{...} loads a table at compile time, charnames at run time.
use charnames ();
binmode STDOUT, ':utf8';
print "Content-Type: text/plain\n\n";
print "\N{SNOWMAN} ", charnames::viacode(0x2603), "\n";
