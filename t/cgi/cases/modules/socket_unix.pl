# A socket in the file system.
use IO::Socket::UNIX;
print "Content-Type: text/plain\n\n";
unlink 'work/socket';
my $server = IO::Socket::UNIX->new(Local => 'work/socket', Listen => 1) or die $!;
my $client = IO::Socket::UNIX->new(Peer => 'work/socket') or die $!;
my $side = $server->accept;
print $client "question\n";
close $client;
print <$side>;
unlink 'work/socket';
