#!/usr/bin/perl
# A sub that does not exist, at run time.
print "Content-Type: text/plain\n\n";
print "before\n";
no_such_sub(1);
