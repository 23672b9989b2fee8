#!/usr/bin/perl -CS
# -C: only if it is on the command line too; else an error.
print "Content-Type: text/plain; charset=utf-8\n\n";
print "\x{2603}\n";
