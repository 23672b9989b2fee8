# In-memory handles.
print "Content-Type: text/plain\n\n";
open my $in, '<', \"a\nb\n" or die;
my @lines = <$in>;
open my $out, '>>', \(my $text = 'x') or die;
print $out 'y';
close $out;
print scalar @lines, " $text\n";
