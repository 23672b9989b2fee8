# A pipe to a program that writes to the client.
print "Content-Type: text/plain\n\n";
$| = 1;
open my $sort, '|-', 'sort' or die;
print $sort "$_\n" for qw(c a b);
close $sort;
print "status $?\n";
