# Overloaded operators.
package Vec2;
use overload '+' => sub { Vec2->new($_[0][0] + $_[1][0]) }, '""' => sub { "<$_[0][0]>" };
sub new { my $class = shift; return bless [@_], $class }
package main;
print "Content-Type: text/plain\n\n";
print Vec2->new(1) + Vec2->new(2), "\n";
