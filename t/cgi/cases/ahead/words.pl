my $first = shift;
my $count = @ARGV;
my @all = grep { length } @ARGV;
print "Content-type: text/plain\n\n", defined $first ? "<$first>" : 'none',
    " $count @all|$ENV{QUERY_STRING}\n";
