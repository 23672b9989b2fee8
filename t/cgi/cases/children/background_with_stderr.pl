#!/usr/bin/perl
# A background program that still has STDERR: the page is complete at once or
# with its end, as it is.
use POSIX ();
$| = 1;
print "Content-Type: text/plain\n\n";
my $pid = fork // die;
if (!$pid) {
    close STDOUT;
    select undef, undef, undef, 0.1;
    print STDERR "late words\n";
    POSIX::_exit(0);
}
print "page\n";
