package Loud;
sub new { my ($class, $name) = @_; return bless { name => $name }, $class }
sub DESTROY { print "end of $_[0]{name}\n" }
package Silent;
sub new { my ($class, %self) = @_; return bless {%self}, $class }
package main;
use DateTime;
our $many = Silent->new(all => [ map { { n => $_, more => [ 1 .. 5 ] } } 1 .. 800 ]);
our $closure = Silent->new(code => do { my $inside = [ 1 .. 3 ]; sub { scalar @$inside } });
print "Content-type: text/plain\n\n$ENV{QUERY_STRING} ", $closure->{code}->(), "\n";
if ($ENV{QUERY_STRING} eq 'bob') {
    my $loud = Loud->new('captured');
    our $holder = Silent->new(code => sub { $loud->{name} });
    our $listed = Silent->new(all => [ 1 .. 2000, Loud->new('listed') ]);
}
our $date = DateTime->new(year => 2024);
