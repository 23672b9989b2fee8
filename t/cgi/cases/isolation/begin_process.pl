print "Content-Type: text/plain\n\n";
# BEGIN changes the process, its environment and its streams.
use strict;
use warnings;
my $handle;

BEGIN {
    $ENV{SET_IN_BEGIN} = 'set';
    delete $ENV{HOME};
    $| = 1;
    open STDERR, '>&', \*STDOUT or die;
    open $handle, '<', $0 or die;
}
print STDERR "to STDOUT\n";
print "in order\n";
system 'echo "$SET_IN_BEGIN ${HOME:-gone}"; echo by another >&2';
print scalar(<$handle>), tell $handle, "\n";
$ENV{SET_IN_BEGIN} = 'other';
delete $ENV{PATH};
$ENV{HOME} = '/';
{ no warnings; print "abc" + 1, "\n" }
print "abc" + 1, "\n";
eval { require No::Such::Module } for 1 .. 2;
print $@ =~ /(reload|locate)/, "\n";
use POSIX ();
my $blocked = POSIX::SigSet->new;
POSIX::sigprocmask(POSIX::SIG_BLOCK(), POSIX::SigSet->new(POSIX::SIGHUP()), $blocked);
print $blocked->ismember(POSIX::SIGHUP()), "\n";
print scalar(keys %SIG), ' ', join(' ', grep { defined $SIG{$_} && !/^(?:INT|PIPE|XFSZ)$/ } sort keys %SIG), "\n";
$SIG{USR2} = 'IGNORE';
delete $SIG{HUP};
print tell(STDOUT) > 0 ? 1 : 0, $^H, "\n";
