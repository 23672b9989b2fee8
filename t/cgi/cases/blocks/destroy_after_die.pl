# DESTROY of file lexicals and globals after die.
sub Thing::DESTROY { print "gone $_[0][0]\n" }
print "Content-Type: text/plain\n\n";
my $lexical = bless ['lexical'], 'Thing';
die "dead\n";
