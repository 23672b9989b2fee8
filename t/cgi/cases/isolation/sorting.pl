print "Content-Type: text/plain\n\n";
sub by { $b <=> $a } my $s = 'by'; print join(',', sort by 1..3), join(',', sort $s 1..3), "\n"; my $c = sub { $a <=> $b }; print join(',', sort $c 3,1,2), "\n"; @x = reverse sort { $a cmp $b } 'b','a'; print "@x\n"; { package Other; our @y = sort main::by 1..3; print "@y\n" }
