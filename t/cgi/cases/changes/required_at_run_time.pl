# A file that is required at run time.
print "Content-Type: text/plain\n\n";
require './settings.pl';
print "$colour\n";
