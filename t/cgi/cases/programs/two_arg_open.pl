# open with two arguments: the old ways.
print "Content-Type: text/plain\n\n";
open IN, "echo old style |" or die;
print <IN>;
close IN;
$| = 1;
open OUT, "| cat" or die;
print OUT "to cat\n";
close OUT;
