print "Content-Type: text/plain\n\n";
no strict; no warnings;
my @p = qw(a b c); sub once { my $p = shift; return "abc" =~ /($p)/o ? $1 : 'none' } print map({ once($_) } @p), "\n";
sub q1 { my $n = 0; for (1 .. 3) { $n++ if 'x' =~ m?x? } return $n } print q1(), q1(), "\n"; reset; print q1(), "\n";
our $pos = 'aXbXc'; $pos =~ /X/g; print pos($pos), "\n"; our $str = 'zz'; print defined pos($str) ? 1 : 0; $str =~ /z/g; print "\n";
my $s = 'foo'; $s =~ /(o)/; print "$1$&\n"; print '' =~ // ? 1 : 0, "\n"; our $qr = qr/x(?{ $cnt++ })/; 'xx' =~ $qr; print "$cnt\n";
our %h = map { $_ => 1 } 'a' .. 'e'; each %h; each %h; my $c = 0; $c++ while each %h; print "$c\n"; our @arr = (1 .. 3); my ($i) = each @arr; print "$i\n";
BEGIN { %b = (a => 1, b => 2); @ba = (1, 2); } $c = 0; $c++ while each %b; print "$c\n"; each %b; ($i) = each @ba; print "$i\n";
