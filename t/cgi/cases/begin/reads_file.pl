# A file that is read in BEGIN may have changed.
my $text;
BEGIN { open my $in, '<', 'config.txt' or die; $text = <$in> }
print "Content-Type: text/plain\n\n";
print $text;
