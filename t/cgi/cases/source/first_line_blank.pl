#! /usr/bin/perl
# A blank after the mark.
print "Content-Type: text/plain\n\n";
print "ok ", __LINE__, "\n";
