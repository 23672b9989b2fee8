#!/usr/bin/perl
print "Content-Type: text/plain\n\nby another suffix\n";
