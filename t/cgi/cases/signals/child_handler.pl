# CHLD reaps.
print "Content-Type: text/plain\n\n";
my $reaped = 0;
$SIG{CHLD} = sub { $reaped++ while waitpid(-1, 1) > 0 };
for (1 .. 3) { fork // die or exec 'true' }
select undef, undef, undef, 0.05 while $reaped < 3;
print "$reaped\n";
