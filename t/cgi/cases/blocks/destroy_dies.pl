# die in DESTROY is a warning.
sub Thing::DESTROY { die "in DESTROY\n" }
print "Content-Type: text/plain\n\n";
{ my $x = bless [], 'Thing' }
print "went on\n";
