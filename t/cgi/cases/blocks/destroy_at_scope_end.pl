# DESTROY when a lexical goes.
sub Thing::DESTROY { print "gone $_[0][0]\n" }
print "Content-Type: text/plain\n\n";
{ my $x = bless [1], 'Thing'; print "inside\n" }
print "outside\n";
my $y = bless [2], 'Thing';
undef $y;
print "last\n";
