# Handlers and a mask for the signals by which a compilation is watched.
use POSIX qw(:signal_h);
use sigtrap 'handler' => \&caught, 'normal-signals', 'error-signals';

my @caught;
sub caught { push @caught, $_[0]; return }

our $before;
BEGIN {
    my $set = POSIX::SigSet->new(SIGSYS);
    my $old = POSIX::SigSet->new;
    sigprocmask(SIG_BLOCK, $set, $old);
    $before = $old->ismember(SIGSYS);
    sigprocmask(SIG_BLOCK, POSIX::SigSet->new, $old);
    $before .= $old->ismember(SIGSYS);
}
my $query = $ENV{QUERY_STRING};
print "Content-Type: text/plain\n\n$before $query\n";
print "$_: ", ref \$SIG{$_}, ' ', defined $SIG{$_} ? 'set' : 'not set', "\n"
    for qw(SEGV SYS TERM USR1);
kill SEGV => $$;
kill TERM => $$;
kill SYS  => $$;
print "caught @caught\n";
my $pending = POSIX::SigSet->new;
sigpending($pending);
print 'pending ', $pending->ismember(SIGSYS), "\n";
sigprocmask(SIG_UNBLOCK, POSIX::SigSet->new(SIGSYS));
print "caught @caught\n";
$SIG{SEGV} = 'DEFAULT';
print "SEGV: $SIG{SEGV}\n";
