my $seen = $SIG{USR1} // 'undef';
local $SIG{ALRM} = sub { print "alarm\n" };
my %all = map { $_ => $SIG{$_} } qw(INT TERM CHLD);
print "Content-type: text/plain\n\n$seen\n";
print map { "$_ " . ($all{$_} // 'undef') . "\n" } sort keys %all;
alarm 1;
select undef, undef, undef, 2;
