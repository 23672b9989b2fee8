# A file that the script itself changes.
print "Content-Type: text/plain\n\n";
open my $in, '<', 'work/count';
my $n = <$in> // 0;
open my $out, '>', 'work/count' or die;
print $out ++$n;
print $n > 0 ? "counted\n" : "odd\n";
