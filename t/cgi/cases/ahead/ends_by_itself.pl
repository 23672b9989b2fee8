package Thing;
sub new { bless { name => $_[1] }, $_[0] }
sub DESTROY { local $?; print "gone: $_[0]{name}\n" }
package main;
our $global = Thing->new('global');
{ my $lexical = Thing->new('block') }
my $lexical = Thing->new('file');
print "Content-type: text/plain\n\n";
END { print "end 1 $ENV{QUERY_STRING} ", $? + 0, "\n" }
END { print "end 2 ", defined $lexical ? 'defined' : 'undefined', "\n" }
exit 2;
