#!/usr/bin/perl
print "Content-Type: text/plain\n\n";
no strict; no warnings;
our $x = $x . 'a'; our @y; push @y, 1; our %z; $z{a}++; $z{b}{c}{d}++;
print "$x @y $z{a} $z{b}{c}{d}\n";
$main::plain .= 'p'; $Other::var++; push @{"sym$x"}, 3;
print "$main::plain $Other::var @{\"syma\"}\n";
print defined &late ? 'defined' : 'undefined', "\n";
eval 'sub late { "late" }'; print late(), "\n";
*alias = \&late; print alias(), "\n";
sub replaced { 'first' } print replaced(), "\n";
{ no warnings; *replaced = sub { 'second' }; } print replaced(), "\n";
sub declared; eval 'sub declared { 5 }'; print declared(), "\n";
print exists $main::{late2} ? 1 : 0, exists &{"late2"} ? 1 : 0, "\n";
eval '$main::late2 = 4; package Dynamic; sub new { bless {} } our $v++;';
print ref(Dynamic->new), $Dynamic::v, "\n";
package Second; our $s .= 's'; sub get { $s } our @ISA; push @ISA, 'Base'; print "@ISA\n";
sub Base::hello { 'hello ' . ref(shift) } print Second->can('hello') ? 1 : 0, "\n";
print get(), "\n";
my @sorted = sort { $b <=> $a } 3, 1, 2; print "@sorted\n";
our ($p, $q) = (\my @arr, {}); push @$p, 1; $q->{self} = $q; print scalar(@$p), "\n";
$SIG{__WARN__} = sub { print "warned: @_" }; warn "hey\n";
use constant LIST => [1, 2]; push @{+LIST}, 3; print "@{+LIST}\n";
use constant { A => 1, B => 'b' }; print A, B, "\n";
our $ref; BEGIN { $ref = { list => [1, 2], hash => { a => 1 } } }
push @{ $ref->{list} }, 3; $ref->{hash}{b} = 2; delete $ref->{hash}{a}; $ref->{new} = 1;
print join(',', @{ $ref->{list} }, %{ $ref->{hash} }, sort keys %$ref), "\n";
our ($same, $other); BEGIN { $same = \$other; $other = 1 } $$same++; print "$other\n";
