#!/usr/bin/perl
print "Content-Type: text/plain\n\n";
my $v = 1; our $o = 1; for my $i (1..3) { eval '$v++; $o++; sub e' . $i . ' { $v } my $in = 5; push @main::s, sub { $v + $in + $i }'; print $@ } print e1(), e3(), $s[0]->(), $s[2]->(), "\n"; eval "die 'here'"; print $@; eval "\n\nsyntax error here("; print $@ ? "syn\n" : ''; print eval "__FILE__ . __LINE__", "\n"; eval { eval { die "in\n" }; print $@; die "out\n" }; print $@;
