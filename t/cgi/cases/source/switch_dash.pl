#!/usr/bin/perl --
# Two dashes.
print "Content-Type: text/plain\n\n";
print "ok\n";
