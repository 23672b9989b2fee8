package Point;
use Moose;
has x => (is => 'rw', default => 2);
sub DEMOLISH { my ($self, $global) = @_; print 'demolished ', $self->x, $global ? " at the end\n" : " before\n" }
package Quiet;
use Moose;
has y => (is => 'rw', default => 3);
package Late;
use Moose;
package main;
our $quiet = Quiet->new;
our $late = Late->new;
print "Content-type: text/plain\n\n$ENV{QUERY_STRING}\n";
{ my $gone = Point->new(x => 9) }
our $kept = Point->new(x => length $ENV{QUERY_STRING}) if $ENV{QUERY_STRING} eq 'ann';
*Late::DEMOLISH = *Late::DEMOLISH = sub { print "late\n" } if $ENV{QUERY_STRING} eq 'bob';
