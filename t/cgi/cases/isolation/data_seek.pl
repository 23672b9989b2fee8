print "Content-Type: text/plain\n\n";
my $start = tell DATA; print scalar <DATA>; seek DATA, $start, 0; print <DATA>; seek DATA, 0, 0; print scalar <DATA>; close DATA;
__DATA__
one
two
