open my $in, '<', $0 or die $!;
my $first = <$in>;
my $at    = tell $in;
read $in, my $part, 4;
my $query = $ENV{QUERY_STRING};
print "Content-type: text/plain\n\n$query $first$at $part ", tell $in, "\n";
print lc <$in>;
seek $in, $at, 0;
print scalar <$in>;
