print "Content-Type: text/plain\n\n";
no strict; no warnings;
use Scalar::Util qw(weaken blessed); our (@keep, $weak); my @arr = (1, 2); push @keep, \@arr; sub arr { \@arr } push @{ arr() }, 3; print "@arr @{$keep[0]}\n";
our $strong = { a => 1 }; $weak = $strong; weaken $weak; print $weak->{a}, "\n"; my $obj = bless \my $scalar, 'O'; $scalar++; print "$scalar\n"; sub O::DESTROY { print "O gone ${$_[0]}\n" }
our $b; bless \$b, 'P'; sub P::DESTROY { print "P gone\n" } Internals::SvREADONLY(our $ro, 1); print eval { $ro = 1; 1 } ? 'rw' : 'ro', "\n"; my %lex; sub lx { \%lex } lx()->{a}++; print join(",", %lex), "\n";
my $cyc = {}; $cyc->{me} = $cyc; our @arr2 = (1) x 5; $#arr2 = 1; undef @arr2; $arr2[3] = 1; print scalar(@arr2), "\n"; 
