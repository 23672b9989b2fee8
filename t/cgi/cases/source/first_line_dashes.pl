#!/usr/bin/perl -- # -*- perl -*- -Mnone
print "Content-Type: text/plain\n\n";
print "$0 @ARGV $^W\n" =~ s{.*/}{}r;
print map { "$_\n" } @INC;
