# A directory that is read in BEGIN.
my @names;
BEGIN { @names = sort glob '*.item' }
print "Content-Type: text/plain\n\n";
print "@names\n";
