# A pipe that perl closes at its end, and waits for.
print "Content-Type: text/plain\n\n";
$| = 1;
our $pipe;
open $pipe, '|-', 'cat' or die;
print $pipe "through cat\n";
print "by the script\n";
