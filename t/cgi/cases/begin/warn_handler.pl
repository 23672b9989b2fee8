# __WARN__ set in BEGIN sees warnings of the compiler.
my @warnings;
BEGIN { $SIG{__WARN__} = sub { push @warnings, @_ } }
use warnings;
my $x;
my $x;
print "Content-Type: text/plain\n\n";
print scalar @warnings, " $warnings[0]";
