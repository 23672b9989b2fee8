print "Content-Type: text/plain\n\n";
# Subs that the program undefines, and defines again.
use strict;
use warnings;

my $count = 0;
sub plain      { return ++$count . " plain\n" }
sub proto ($$) { return "proto @_\n" }
sub twice      { return "twice\n" }
sub active     { eval { undef &active }; return $@ }
sub outer      { my $x = shift; return sub { return $x++ . "\n" } }
my $made;
BEGIN { my $n = 5; $made = sub { return $n++ . "\n" } }

print plain(), proto(1, 2), twice(), $made->(), active();
undef &plain;
undef &$made;
print defined &plain ? "defined\n" : "undefined\n", $@ || "no error\n";
eval { plain() };
print $@;
eval { $made->() };
print $@ =~ /Not a CODE|undefined/i ? "gone\n" : "there $@\n";
undef &proto;
print defined prototype('proto') ? "prototype\n" : "none\n";
eval 'sub proto { return "new @_\n" }';
print &proto(3);
undef &twice;
eval 'sub twice { my $own = $count; return sub { return "in $own\n" } }';
print twice()->();
undef &twice;
eval 'sub twice { return "third\n" }';
print twice();
my $inner = outer(4);
undef &outer;
print $inner->(), $inner->();
{ no warnings; eval 'sub plain { return "plain again " . $count++ . "\n" }' }
print plain(), "$count\n";
sub AUTOLOAD { our $AUTOLOAD; return "autoload $AUTOLOAD\n" }
print outer(1);
