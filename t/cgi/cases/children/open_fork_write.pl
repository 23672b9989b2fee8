# '|-'.
$| = 1;
print "Content-Type: text/plain\n\n";
my $pid = open(my $to, '|-') // die;
if (!$pid) { print "child got $_" while <STDIN>; exit 2 }
print $to "one\ntwo\n";
close $to;
print "status ", $? >> 8, "\n";
