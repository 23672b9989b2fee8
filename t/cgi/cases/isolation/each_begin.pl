print "Content-Type: text/plain\n\n";
our %h; my %l; BEGIN { %h = map { $_ => 1 } 'a'..'f'; %l = %h } each %h; each %l; each %l; my $n = 0; $n++ while each %h; my $m = 0; $m++ while each %l; print "$n $m\n"; each %h; each %l; our @g; BEGIN { @g = (1,2,3) } print((each @g)[0], "\n");
