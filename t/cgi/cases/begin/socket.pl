# A socket pair that is made in BEGIN.
use Socket;
my ($one, $two);
BEGIN { socketpair $one, $two, AF_UNIX, SOCK_STREAM, PF_UNSPEC or die }
print "Content-Type: text/plain\n\n";
syswrite $one, 'through';
sysread $two, my $text, 100;
print "$text\n";
