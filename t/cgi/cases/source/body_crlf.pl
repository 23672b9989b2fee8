#!/usr/bin/perl -w
# CRLF in all lines but the first.
print "Content-Type: text/plain\n\n";
print <<"TEXT";
here
TEXT
print length "a
b", "\n";
