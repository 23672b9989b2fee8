# $0 in BEGIN.
my ($name, $dir);
BEGIN { $name = $0; ($dir) = $0 =~ m{(.*)/} }
print "Content-Type: text/plain\n\n";
print "$name $dir\n";
