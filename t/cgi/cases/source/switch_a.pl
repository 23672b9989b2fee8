#!/usr/bin/perl -an
# -a: fields.
BEGIN { print "Content-Type: text/plain\n\n" }
print "$F[1]\n";
