# A page ends with the script, not with the first flush.
$| = 1;
print "Content-Type: text/plain\n\n";
print "a\n";
close STDIN;
select undef, undef, undef, 0.05;
print "b\n";
