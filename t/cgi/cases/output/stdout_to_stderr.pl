# open STDERR to STDOUT: everything in the page.
open STDERR, '>&', \*STDOUT or die;
$| = 1;
print "Content-Type: text/plain\n\n";
print "page\n";
print STDERR "error\n";
warn "warning\n";
system 'echo program >&2';
