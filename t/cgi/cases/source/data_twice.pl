#!/usr/bin/perl
# DATA sought back, and the source read through it.
print "Content-Type: text/plain\n\n";
my $at = tell DATA;
print <DATA>;
seek DATA, $at, 0;
print <DATA>;
seek DATA, 0, 0;
print scalar(() = <DATA>), " lines\n";
__DATA__
text
