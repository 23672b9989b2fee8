my @lines;
while (my $line = <DATA>) {
    chomp $line;
    push @lines, $line;
    last if @lines == 2;
}
print "Content-type: text/plain\n\n", join('|', @lines), "\n",
    tell(DATA) > 0 ? "ok\n" : "";
print while <DATA>;
__DATA__
one
two
three
four
