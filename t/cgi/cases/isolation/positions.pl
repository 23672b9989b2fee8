print "Content-Type: text/plain\n\n";
our ($x, $y); my $l = "abab"; BEGIN { $x = "ababab"; $x =~ /a/g; } print pos $x // 'u', "\n"; $x =~ /b/g; print pos $x, "\n"; $l =~ /b/g; print pos $l, "\n"; print "$.|" if defined $.; open my $f, '<', $0; <$f>; print "$.\n"; print wantarray() // 'undef', "\n";
