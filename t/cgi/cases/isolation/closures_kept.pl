#!/usr/bin/perl
print "Content-Type: text/plain\n\n";
my $count = 0; our %h = (inc => sub { ++$count }, get => sub { $count }); $h{inc}->() for 1..3; print $h{get}->(), "\n"; our @subs; for my $i (1..3) { push @subs, sub { $i++ } } print map { $_->() } @subs, @subs; print "\n"; sub maker { my $n = shift; return (sub { $n++ }, sub { $n }) } our ($i, $g) = maker(5); $i->(); print $g->(), "\n"; sub rec { my $d = shift; my $x = $d; return $d ? rec($d - 1) . $x : "e" } print rec(4), "\n"; my $r; $r = sub { $_[0] ? $r->($_[0]-1) . $count : '' }; print $r->(3), "\n"; undef $r;
