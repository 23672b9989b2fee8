print "Content-Type: text/plain\n\n";
print scalar(my @c = caller), "\n"; sub f { my @c = caller; my @d = caller(1); print "$c[0] $c[2] ", scalar(@d), "\n"; @_ } f(1);
print __PACKAGE__, ' ', (shift @ARGV) // 'noarg', "\n"; print defined $^S ? $^S : 'undef', "\n"; eval { print "$^S\n" };
use Carp; $SIG{__WARN__} = sub { print @_ =~ s/ at .*//sr }; Carp::cluck('here'); eval 'my $y = 5; sub g { $y++ } print g(), g(), "\n"'; 
my $z = 7; print eval '$z++', eval 'sub { $z }->()', "\n"; sub h { eval '$z . "h"' } print h(), "\n"; print eval 'caller' ? 1 : 0, "\n"; eval 'die'; print $@ =~ s/eval \d+/eval/r; 
print ${^GLOBAL_PHASE}, "\n"; goto SKIP; print "no\n"; SKIP: print "skip\n"; print "@{[wantarray // 'undef']}\n"; eval { return 5 }; 
