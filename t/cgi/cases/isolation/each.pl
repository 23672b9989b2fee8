#!/usr/bin/perl
print "Content-Type: text/plain\n\n";
our %h; my %l; BEGIN { %h = map { $_ => 1 } 'a'..'f'; %l = %h } my $n = 0; while (my ($k) = each %h) { last if ++$n == 2 } $n = 0; $n++ while each %h; print "$n\n"; each %l; my $m = 0; $m++ while each %l; print "$m\n"; my @a = (1,2,3); each @a; my ($i) = each @a; print "$i\n"; our @g; BEGIN { @g = (1,2,3) } each @g; each @g; print scalar(@g), (each @g)[0], "\n";
