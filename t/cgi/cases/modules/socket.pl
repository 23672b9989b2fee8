# A server and a client in one script.
use IO::Socket::INET;
print "Content-Type: text/plain\n\n";
my $server = IO::Socket::INET->new(Listen => 1, LocalAddr => '127.0.0.1') or die;
my $pid = fork // die;
if (!$pid) { my $to = $server->accept; print $to "hello\n"; close $to; require POSIX; POSIX::_exit(0) }
my $from = IO::Socket::INET->new(PeerAddr => '127.0.0.1', PeerPort => $server->sockport) or die;
print <$from>;
waitpid $pid, 0;
