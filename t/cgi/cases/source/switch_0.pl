#!/usr/bin/perl -0777
# -0777: $/ is undefined.
print "Content-Type: text/plain\n\n";
print defined $/ ? "defined\n" : "undef\n";
my $all = <STDIN>;
print length $all, "\n";
