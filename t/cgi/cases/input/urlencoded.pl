# A form, taken apart by hand as thousands of scripts do it.
read STDIN, my $buffer, $ENV{CONTENT_LENGTH};
my %in;
for (split /&/, $buffer) {
    my ($name, $value) = split /=/;
    $value =~ tr/+/ /;
    $value =~ s/%([0-9A-F]{2})/chr hex $1/gie;
    $in{$name} = $value;
}
print "Content-Type: text/plain\n\n";
print "$_=$in{$_}\n" for sort keys %in;
