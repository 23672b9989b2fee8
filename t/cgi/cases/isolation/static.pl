print "Content-Type: text/plain\n\n";
no strict; no warnings;
sub st { my $x if $main::zero; $x++; return $x }
print st(), st(), st(), "\n";
sub rec { my ($n) = @_; my @l = ($n); push @l, rec($n - 1) if $n; $deep++; return @l }
print join(',', rec(5)), " $deep\n";
my $shared = 0;
sub recsee { my $n = shift; $shared++; recsee($n - 1) if $n; return $shared }
print recsee(4), recsee(2), "\n";
