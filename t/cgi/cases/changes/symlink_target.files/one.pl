#!/usr/bin/perl
print "Content-Type: text/plain\n\none $0\n";
