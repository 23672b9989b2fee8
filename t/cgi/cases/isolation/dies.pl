print "Content-Type: text/plain\n\n";
my $x = 1; sub f { $x++ } f(); f(); print "before $x\n";
eval { die { code => 5 } }; print "caught $@->{code}\n"; eval { eval { die "in\n" }; print "got $@"; die "out\n" }; print "then $@";
$SIG{__DIE__} = sub { print "hook: $_[0]" };
sub deep { my $n = shift; deep($n - 1) if $n; die "deep $x" }
deep(3);
