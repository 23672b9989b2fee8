#!/usr/bin/perl -t
# -t: warnings for what -T forbids.
print "Content-Type: text/plain\n\n";
print ${^TAINT}, "\n";
$ENV{PATH} = '/bin';
system "echo $ENV{QUERY_STRING}";
