#!/usr
print "Content-Type: text/plain\n\n";
