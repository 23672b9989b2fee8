# A child that keeps STDOUT: the page ends when it does.
use POSIX ();
$| = 1;
print "Content-Type: text/plain\n\n";
my $pid = fork // die;
if (!$pid) {
    select undef, undef, undef, 0.2;
    print "child\n";
    POSIX::_exit(0);
}
print "page\n";
