# $main::x and $x are the same.
$x = 1;
$main::x++;
$::x++;
print "Content-Type: text/plain\n\n";
print "$x\n", exists $main::{x} ? "in main\n" : "elsewhere\n";
