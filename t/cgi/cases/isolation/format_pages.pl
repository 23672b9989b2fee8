print "Content-Type: text/plain\n\n";
our @l = (1..5); 
format STDOUT_TOP =
Page @<
$%
.
format STDOUT =
@<<<
$_
.
$= = 4; for (@l) { write } print "$% $= $- $^ $~\n"; $~ = "OTHER"; $^ = "OT"; $^A = "left"; formline("@<<\n", 1); print $^A; $^L = "--\n";
format OTHER =
other @<
$l[0]
.
write;
