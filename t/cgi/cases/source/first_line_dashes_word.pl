#!/usr/bin/perl --word
print "Content-Type: text/plain\n\nno\n";
