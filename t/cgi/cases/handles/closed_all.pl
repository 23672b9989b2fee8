# All three handles are closed: the next files get their numbers.
print "Content-Type: text/plain\n\n";
$| = 1;
open my $keep, '>&', \*STDOUT or die;
close STDIN; close STDOUT; close STDERR;
open my $a, '<', '/dev/null';
open my $b, '>', '/dev/null';
open my $c, '>', '/dev/null';
print $keep fileno $a, fileno $b, fileno $c, "\n";
