#!/usr/bin/perl -v
# -v has no header.
print "Content-Type: text/plain\n\n";
