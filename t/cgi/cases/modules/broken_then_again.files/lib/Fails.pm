package Fails;
die "fails\n";
