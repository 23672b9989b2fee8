#!/usr/bin/perl
# A blank before the colon.
$| = 1;
print "Content-Type : text/plain\n\n";
select undef, undef, undef, 0.1;
print "body\n";
