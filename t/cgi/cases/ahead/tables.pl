use strict;
my %table;
while (<DATA>) {
    chomp;
    my ($key, $value) = split /=/, $_, 2;
    push @{ $table{$key} }, $value;
}
my %copy   = (%table, extra => ['x']);
my $object = { %copy };
my @names  = sort keys %$object;
my $total  = keys %table;
print "Content-type: text/plain\n\n@names $total ", $ENV{QUERY_STRING}, "\n";
for my $name (sort { $a cmp $b } keys %copy) {
    print "$name: @{ $copy{$name} }\n";
    push @{ $copy{$name} }, $ENV{QUERY_STRING};
}
print "$_: @{ $table{$_} }\n" for sort keys %table;
__DATA__
one=1
two=2
one=3
three=4
