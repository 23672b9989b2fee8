# perl closes an open pipe at its end, and waits for the program.
print "Content-Type: text/plain\n\n";
$| = 1;
our $pipe;
open $pipe, '|-', 'cat' or die;
print $pipe "through cat\n";
print "by the script\n";
