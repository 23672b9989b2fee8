# STDOUT made non-blocking is so for the script alone.
use Fcntl;
print "Content-Type: text/plain\n\n";
my $flags = fcntl STDOUT, F_GETFL, 0;
print $flags & O_NONBLOCK ? "left\n" : "blocking\n";
fcntl STDOUT, F_SETFL, $flags | O_NONBLOCK;
