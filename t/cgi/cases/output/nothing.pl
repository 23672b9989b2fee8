# Nothing at all.
my $x = 1;
