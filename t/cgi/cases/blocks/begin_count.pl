# BEGIN runs once in a request, not never and not twice.
our $runs;
BEGIN { $runs++ }
print "Content-Type: text/plain\n\n";
print "$runs\n";
