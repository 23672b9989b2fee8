#!/usr/bin/perl
print "Content-Type: text/plain\n\n";
use constant PI => 3; use constant { A => [1], B => { x => 1 } }; use constant LST => (1, 2, 3); push @{+A}, 2; B->{y} = 1; print PI, "@{+A}", join(',', sort keys %{+B}), (LST)[1], scalar(my @x = LST), "\n"; print defined &PI ? 1 : 0, __PACKAGE__->can('PI') ? 1 : 0, "\n"; eval 'use constant LATE => 4; print LATE, "\n"'; eval { no warnings; *PI = sub () { 4 } }; print &PI, "\n";
