# A warning before the header spoils it.
open STDERR, '>&', \*STDOUT or die;
$| = 1;
warn "spoilt\n";
print "Content-Type: text/plain\n\n";
print "page\n";
