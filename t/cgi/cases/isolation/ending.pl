print "Content-Type: text/plain\n\n";
package Loud; sub new { bless { name => $_[1] } } sub DESTROY { print "destroy $_[0]{name} ${^GLOBAL_PHASE} $main::counter\n" }
package main;
our $counter = 5;
our $global = Loud->new('global'); my $lexical = Loud->new('lexical');
{ my $scoped = Loud->new('scoped') }
END { print "end one $counter $?\n"; $? = 9 } END { print "end two\n"; $counter = 6 }
eval 'END { print "late end\n" }';
die "dead\n" if @ARGV;
exit 4;
