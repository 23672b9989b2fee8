# Environment of a nested request: REDIRECT_ variables twice.
print "Content-Type: text/plain\n\n";
print "$_=$ENV{$_}\n" for sort grep {/^REDIRECT/ && !/PORT|H2_/} keys %ENV;
