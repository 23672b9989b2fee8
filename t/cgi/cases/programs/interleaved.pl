# Perl and programs in turn, unbuffered.
$| = 1;
print "Content-Type: text/plain\n\n";
for my $n (1 .. 5) { print "perl $n\n"; system 'echo', "program $n" }
