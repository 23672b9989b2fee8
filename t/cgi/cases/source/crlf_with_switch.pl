#!/usr/bin/perl -w
# CRLF after a switch: the kernel passes "-w\r".
print "Content-Type: text/plain\n\n";
print "$^W\n";
