# getc, read with an offset, ungetc.
use IO::Handle;
print "Content-Type: text/plain\n\n";
print getc STDIN, getc STDIN, "\n";
read STDIN, my $x = 'ab', 3, 2;
my $buffer = 'xy';
read STDIN, $buffer, 3, 2;
print "$buffer\n";
STDIN->ungetc(ord 'Q');
print <STDIN>, "\n";
