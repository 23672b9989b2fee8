print "Content-Type: text/plain\n\n";
use utf8; my $ä = "ö"; our $Ü; $Ü .= "é"; sub größe { length $_[0] } binmode STDOUT, ':utf8'; print "$ä $Ü ", größe("äöü"), "\n"; print lc "ÄÖ", ucfirst "élan", "\n"; my %h = (ü => 1); print keys %h, "\n"; no utf8; print length "ä", "\n"; *{"neu\x{e9}"} = sub { 5 }; print &{"neu\x{e9}"}, "\n";
