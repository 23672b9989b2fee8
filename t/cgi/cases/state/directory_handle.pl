# A directory handle that is half read.
print "Content-Type: text/plain\n\n";
opendir D, '.' or die;
my @first = readdir D;
print join(' ', sort @first), "\n";
opendir H, 'work' or die;
readdir H;
