#!/usr/bin/perl -Ilib -I/nonexistent
# -I in the first line.
use Mine;
print "Content-Type: text/plain\n\n";
print "$INC[0] $INC[1] ", Mine::name(), "\n";
