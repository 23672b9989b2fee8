my $sum = 0;
$sum += $_ for 1 .. 1000;
