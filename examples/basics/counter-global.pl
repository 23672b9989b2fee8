#!/usr/bin/perl
# Counts in a global variable: stays at 1, but rises under Registry
print "Content-Type: text/plain\n\n";
$counter++;
print "counted $counter in process $$\n";
