# my in a loop, and with a condition.
print "Content-Type: text/plain\n\n";
for my $i (1 .. 3) {
    my @list;
    push @list, $i;
    print "@list\n";
}
for (1, 2) {
    my $maybe = 1 if $_ == 1;
    print defined $maybe ? "set\n" : "unset\n";
}
