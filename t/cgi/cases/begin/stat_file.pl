# -e in BEGIN.
my $is;
BEGIN { $is = -e 'flag' ? 'maintenance' : 'open' }
print "Content-Type: text/plain\n\n";
print "$is\n";
