# goto, labels, last of an outer loop.
print "Content-Type: text/plain\n\n";
my $i = 0;
AGAIN: $i++;
goto AGAIN if $i < 3;
OUTER: for my $x (1 .. 3) { for my $y (1 .. 3) { last OUTER if $x * $y == 4; print "$x$y " } }
print "$i\n";
