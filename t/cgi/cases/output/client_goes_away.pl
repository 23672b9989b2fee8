# The client closes the connection: the script is not killed by reading a file.
$| = 1;
$SIG{PIPE} = 'IGNORE';
unlink 'work/done';
print "Content-Type: text/plain\n\n";
print "first line\n";
for (1 .. 3000) { last if -e 'work/go'; select undef, undef, undef, 0.01 }
open my $out, '>', 'work/done.new' or die;
print $out -e 'work/go' ? "went on\n" : "alone\n";
close $out;
unlink 'work/go';
rename 'work/done.new', 'work/done';
