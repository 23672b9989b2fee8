# open with a fork: '-|'.
print "Content-Type: text/plain\n\n";
my $pid = open(my $from, '-|') // die;
if (!$pid) { print "line $_\n" for 1 .. 3; exit }
print "got $_" while <$from>;
close $from;
print "status $?\n";
