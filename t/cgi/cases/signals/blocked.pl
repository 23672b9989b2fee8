# sigprocmask of one request is not that of the next.
use POSIX qw(:signal_h);
print "Content-Type: text/plain\n\n";
my $old = POSIX::SigSet->new;
sigprocmask(SIG_BLOCK, POSIX::SigSet->new(SIGUSR1), $old);
print $old->ismember(SIGUSR1) ? "left\n" : "free\n";
