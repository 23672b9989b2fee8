# Eight megabytes, counted.
my $size = 0;
$size += length while <STDIN>;
print "Content-Type: text/plain\n\n";
print "$size\n";
