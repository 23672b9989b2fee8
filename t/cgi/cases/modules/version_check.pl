# use with versions.
use List::Util 1.0;
print "Content-Type: text/plain\n\n";
print eval 'use List::Util 99; 1' ? "fine\n" : $@ =~ s/ at .*//sr, "\n";
