#!/usr/bin/perl
# A blank in a name, and before the colon.
$| = 1;
print "Content-Type: text/plain\nX One: 1\n\n";
select undef, undef, undef, 0.1;
print "body\n";
