# Several children, their statuses.
print "Content-Type: text/plain\n\n";
$| = 1;
my %status = map { my $n = $_; my $pid = fork // die; if (!$pid) { require POSIX; POSIX::_exit($n) } ($pid => $n) } 1 .. 4;
my @ok;
while ((my $pid = wait) > 0) { push @ok, $status{$pid} if $? >> 8 == $status{$pid} }
print join(' ', sort @ok), "\n";
