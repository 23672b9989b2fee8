#!/usr/bin/perl -d:Mine
# A debugger of one's own.
print "Content-Type: text/plain\n\n";
