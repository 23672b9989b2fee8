#!/usr/bin/perl
print "Content-Type: text/plain\n\n";
{ package Base1; use fields qw(a b); sub new { my $s = fields::new(shift); $s->{a} = 1; $s } package Derived1; use base 'Base1'; use fields 'c'; } my $o = Derived1->new; $o->{c} = 2; print ref $o, "$o->{a}$o->{c}\n"; eval { $o->{zz} = 1 }; print $@ ? "no\n" : "yes\n"; { package P2; use parent -norequire, 'Base1'; } print P2->can('new') ? 1 : 0, "@P2::ISA\n"; @P2::ISA = (); push @Derived1::ISA, 'X';
