#!/usr/bin/perl
# CRLF also in the first line: the kernel looks for "perl\r".
print "Content-Type: text/plain\n\n";
print "ran\n";
