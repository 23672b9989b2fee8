package Point;
use Moose;
has x => (is => 'rw', isa => 'Int', default => 2);
has born => (is => 'ro', default => sub { time });
__PACKAGE__->meta->make_immutable;
package main;
my $early = Point->new;
print "Content-type: text/plain\n\n";
my $point = Point->new(x => length $ENV{QUERY_STRING});
print $point->x + $early->x, ' ', abs($point->born - time) < 3 ? 'now' : 'stale',
    eval { $point->x('a') } ? '' : ' refused', "\n";
