# $. and the last handle that was read.
print "Content-Type: text/plain\n\n";
my $x = <STDIN>;
print "$.\n";
open my $in, '<', $0 or die;
<$in> for 1 .. 3;
print "$.\n";
close $in;
my $y = <STDIN>;
print "$.\n";
warn 'where';
