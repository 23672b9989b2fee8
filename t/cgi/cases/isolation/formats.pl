print "Content-Type: text/plain\n\n";
our ($name, $val) = ('n', 1); my $lex = 'lex';
format STDOUT_TOP =
Top @<<
$lex
.
format STDOUT =
@<<<< @>>>> @<<<
$name, $val, $lex
.
write; $val = 22; $lex = 'chg'; write; print "$= $- $% $~ $^\n"; 
format OTHER =
other @<<
$lex
.
$~ = 'OTHER'; write; $^ = 'NONE'; $= = 20;
eval "format LATE =\nlate\n.\n"; $~ = 'LATE'; write;
