# A large file in the work directory.
print "Content-Type: text/plain\n\n";
open my $out, '>', 'work/large' or die;
print $out 'x' x 200_000;
close $out;
print -s 'work/large', "\n";
unlink 'work/large';
