# HEAD of a large page.
print "Content-Type: text/plain\n\n";
print 'x' x 500_000;
open my $out, '>', 'work/end' or die;
print $out "reached\n";
