print "Content-Type: text/plain\n\n";
my @a = (1); sub f { push @a, 2; exit(scalar @a) if @_; @a } print scalar(f()), "\n";
eval { for my $i (1) { local $_ = 5; f(1) } }; print "not here\n";
