# srand in the script before fork: the children repeat each other.
print "Content-Type: text/plain\n\n";
srand 1;
my @values;
for (1, 2) {
    my $pid = open(my $from, '-|') // die;
    if (!$pid) { print int rand 1e9; exit }
    push @values, <$from>;
}
print $values[0] == $values[1] ? "repeat\n" : "differ\n";
