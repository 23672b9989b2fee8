print "Content-Type: text/plain\n\n";
use utf8; our ($t, %l); BEGIN { $t = "äöü" x 3; $l{x} = "éé"; $t =~ /ö/g; my $n = length($t) + length $l{x} } binmode STDOUT, ':utf8'; print pos $t, " $t $l{x}\n"; $t .= 'x'; $l{x} =~ s/é/e/g; $t =~ /ü/g; print pos $t, substr($t, 4, 3), " $l{x}\n"; 
