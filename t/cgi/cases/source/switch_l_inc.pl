#!/usr/bin/perl -l
# ... has the program and the folders of modules that there are without it.
print "Content-Type: text/plain\n";
print for $^X, @INC;
