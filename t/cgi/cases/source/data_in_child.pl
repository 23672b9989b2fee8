#!/usr/bin/perl
# A forked child and the script read the same DATA.
$| = 1;
print "Content-Type: text/plain\n\n";
my $pid = fork // die;
if (!$pid) { sysread DATA, my $x, 5; print "child ", defined $x ? length $x : 'none', "\n"; exit }
waitpid $pid, 0;
print "script ", scalar(() = <DATA>), "\n";
__DATA__
1234
5678
