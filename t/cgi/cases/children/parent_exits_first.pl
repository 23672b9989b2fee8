# The script ends, and its child writes the rest of the page.
use POSIX ();
$| = 1;
print "Content-Type: text/plain\n\n";
print "first\n";
my $pid = fork // die;
exit if $pid;
select undef, undef, undef, 0.1;
print "rest\n";
