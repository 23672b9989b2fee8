#!/usr/bin/perl -w -l
# Two words.
print "Content-Type: text/plain\n";
print 'one';
print "$^W";
