# /dev/fd, /dev/stdout and <&=.
$| = 1;
print "Content-Type: text/plain\n\n";
open my $out, '>&=', 1 or die;
print $out "by number\n";
$out->flush;
if (open my $name, '>', '/dev/fd/1') { print $name "by name\n" }
open my $in, '<&=', 0 or die;
print <$in>, "\n";
