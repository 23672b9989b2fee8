#!/usr/bin/perl -w
# CRLF behind a switch: the kernel passes "-w\r".
print "Content-Type: text/plain\n\n";
print "$^W\n";
