#!/usr/bin/perl
print "Content-Type: text/plain\n\ntwo $0\n";
