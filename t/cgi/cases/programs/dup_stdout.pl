# STDOUT put aside, redirected for a program, and back.
print "Content-Type: text/plain\n\n";
$| = 1;
open my $saved, '>&', \*STDOUT or die;
open STDOUT, '>', 'work/out' or die;
system 'echo to the file';
open STDOUT, '>&', $saved or die;
print "back\n", -s 'work/out', "\n";
