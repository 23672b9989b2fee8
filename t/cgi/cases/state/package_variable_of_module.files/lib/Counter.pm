package Counter;
our $total = 0;
my $hidden = 100;
sub next_one { $total++; return $hidden++ }
1;
