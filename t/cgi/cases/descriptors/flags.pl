# Read, write, append, non-blocking: the flags.
use Fcntl;
print "Content-Type: text/plain\n\n";
for my $handle (*STDIN, *STDOUT) {
    my $flags = fcntl $handle, F_GETFL, 0;
    print $flags & O_NONBLOCK ? 'nonblocking ' : 'blocking ', $flags & O_APPEND ? "append\n" : "\n";
    print fcntl($handle, F_GETFD, 0) & FD_CLOEXEC ? "close on exec\n" : "inherited\n";
}
