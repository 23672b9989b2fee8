# exit in nested subs.
sub deep { my $n = shift; $n ? deep($n - 1) : exit }
print "Content-Type: text/plain\n\n";
print "page\n";
deep(20);
print "never\n";
