# STDOUT closed: the page is over, the script goes on.
use warnings;
print "Content-Type: text/plain\n\n";
print "page\n";
close STDOUT;
print "to nobody\n";
mkdir 'work/went_on';
