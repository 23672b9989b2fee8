# STDERR: blocking and inherited.
use Fcntl;
print "Content-Type: text/plain\n\n";
my $flags = fcntl STDERR, F_GETFL, 0;
print $flags & O_NONBLOCK ? 'nonblocking ' : 'blocking ';
print fcntl(STDERR, F_GETFD, 0) & FD_CLOEXEC ? "close on exec\n" : "inherited\n";
