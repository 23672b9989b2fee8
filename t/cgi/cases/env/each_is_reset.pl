# An iteration that was broken off does not go on in the next request.
print "Content-Type: text/plain\n\n";
my ($first) = each %ENV;
my $count = 0;
keys %ENV;
$count++ while each %ENV;
print $count == keys %ENV ? "all\n" : "some\n";
each %ENV;
