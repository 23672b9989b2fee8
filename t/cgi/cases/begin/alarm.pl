# alarm in BEGIN.
use Time::HiRes qw(ualarm);
my $rang;    # it may ring before this line runs
BEGIN { $SIG{ALRM} = sub { $rang++ }; ualarm(50_000) }
print "Content-Type: text/plain\n\n";
select undef, undef, undef, 0.05 while !$rang;
print "$rang\n";
