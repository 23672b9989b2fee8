# A pipe from a program.
print "Content-Type: text/plain\n\n";
open my $from, '-|', 'seq', 1, 5 or die;
my $sum = 0;
$sum += $_ while <$from>;
close $from;
print "$sum $?\n";
