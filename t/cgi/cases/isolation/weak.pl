print "Content-Type: text/plain\n\n";
use Scalar::Util qw(weaken isweak); our $strong = { a => 1 }; our $weak = $strong; weaken $weak; my $w2; BEGIN { our $keep = [1]; $w2 = $keep; weaken $w2 } print isweak($weak) ? 1:0, isweak($w2) ? 1:0, $w2->[0], "\n"; undef $strong; print defined $weak ? 1 : 0, "\n"; push @$w2, 2; our $keep; print "@$keep\n";
