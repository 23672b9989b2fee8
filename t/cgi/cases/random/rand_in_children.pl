# Two children of one script that call rand first get different numbers.
print "Content-Type: text/plain\n\n";
my @values;
for (1, 2) {
    my $pid = open(my $from, '-|') // die;
    if (!$pid) { print rand; exit }
    push @values, <$from>;
}
print $values[0] eq $values[1] ? "equal\n" : "different\n";
