#!/usr/bin/perl
# A control character in a value.
$| = 1;
print "Content-Type: text/plain\nX-One: a\x01b\n\n";
select undef, undef, undef, 0.1;
print "body\n";
