# DESTROY of file lexicals and globals, after END.
sub Thing::DESTROY { print "gone $_[0][0]\n" }
print "Content-Type: text/plain\n\n";
my $lexical = bless ['lexical'], 'Thing';
our $global = bless ['global'], 'Thing';
END { print "end\n" }
exit;
