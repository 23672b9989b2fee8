#!/usr/bin/perl
print "Content-Type: text/plain\n\n";
{ package T; sub TIEHANDLE { bless [] } sub PRINT { my $s = shift; push @$s, @_; 1 } sub PRINTF { } sub CLOSE { } } tie *STDOUT, 'T'; print "a", "b"; my $o = tied *STDOUT; print STDERR "@$o\n"; tie *FH, 'T'; print FH 1; tie my @a, 'TA'; { package TA; require Tie::Array; our @ISA = 'Tie::StdArray' } push @a, 1, 2; print STDERR scalar(@a), tied(@a) ? 1 : 0, "\n"; our %h; { package TH; require Tie::Hash; our @ISA = 'Tie::StdHash' } tie %h, 'TH'; $h{a} = 1; print STDERR keys %h, "\n";
