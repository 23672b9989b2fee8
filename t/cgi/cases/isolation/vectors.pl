print "Content-Type: text/plain\n\n";
printf "%vd %s %s\n", "1.22.333", sprintf("%vd", "1.2"), sprintf('%2$s %1$s', 'a', 'b'); print sprintf("%vd", $^V) =~ /^5/ ? 1 : 0, "\n"; my $v = v1.2; print ref \$v, "\n"; vec(my $b, 3, 4) = 15; print unpack("b*", $b), "\n"; our $bits; vec($bits, 0, 1)++; print length $bits, "\n";
