my %number = map { $_ => length } qw(one two three four five six seven);
my $sum    = 0;
my ($key, $value) = each %number;
$sum += $_ for values %number;
print "Content-type: text/plain\n\n$sum ", scalar(%number), "\n";
print join(' ', map { "$_=$number{$_}" } sort keys %number), "\n";
print exists $number{$key} && $value == length $key ? "ok\n" : "not ok\n";
