# A background program that still has STDERR: the page is complete. It prints
# nothing: t/gateway/jobs_left.t tests when its lines come.
use POSIX ();
$| = 1;
print "Content-Type: text/plain\n\n";
my $pid = fork // die;
if (!$pid) {
    close STDOUT;
    select undef, undef, undef, 0.1;
    POSIX::_exit(0);
}
print "page\n";
