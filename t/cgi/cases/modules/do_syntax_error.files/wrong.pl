my $x = ;
