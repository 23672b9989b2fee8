# Much output before the input is read: neither side waits for the other.
# mod_cgi needs the input to fit into a pipe, which may be of one page.
$| = 1;
print "Content-Type: text/plain\n\n";
print "line of output number $_\n" for 1 .. 20_000;
my $size = 0;
while (read STDIN, my $buffer, 65536) { $size += length $buffer }
print "$size\n";
