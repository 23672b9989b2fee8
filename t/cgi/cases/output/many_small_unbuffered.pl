# Two thousand prints, unbuffered.
$| = 1;
print "Content-Type: text/plain\n\n";
print "$_\n" for 1 .. 2000;
