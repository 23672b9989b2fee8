# sigaction and sigsuspend.
use POSIX qw(:signal_h);
use Time::HiRes qw(ualarm);
print "Content-Type: text/plain\n\n";
my $got = 0;
sigaction(SIGALRM, POSIX::SigAction->new(sub { $got++ }));
sigprocmask(SIG_BLOCK, POSIX::SigSet->new(SIGALRM));
ualarm 50_000;
POSIX::sigsuspend(POSIX::SigSet->new);
print "$got\n";
