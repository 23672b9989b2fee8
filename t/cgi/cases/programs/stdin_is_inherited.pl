# A program gets the rest of STDIN, not perl's buffer.
$| = 1;
print "Content-Type: text/plain\n\n";
system 'wc -c';
