# Garbage in a cycle.
{
    package Node;
    sub new { return bless { name => $_[1] } }
    sub DESTROY { print "end of $_[0]{name}\n" }
}
print "Content-Type: text/plain\n\n";
my $x = Node->new('cycle');
$x->{self} = $x;
my $y = Node->new('plain');
print "made\n";
