# The values that print and close return.
print "Content-Type: text/plain\n\n";
print print("x\n"), "\n";
my $closed = close STDOUT;
open my $out, '>', 'work/result' or die;
print $out $closed ? "closed\n" : "error\n";
