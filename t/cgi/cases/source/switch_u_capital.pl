#!/usr/bin/perl -U
# -U.
print "Content-Type: text/plain\n\n";
print "unsafe\n";
