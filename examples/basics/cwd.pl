#!/usr/bin/perl
# Prints the script's directory, name and start time
use strict;
use warnings;
use Cwd;

print "Content-Type: text/plain\n\n";
print "directory  ", getcwd(), "\n";
print "\$0         $0\n";
print "process    $$\n";
print "\$^T        ", scalar localtime $^T, "\n";
print "this file  ", (-e 'cwd.pl' ? 'is' : 'is not'),
    " found by its bare name\n";
