# Lexical pragmas end with their block.
print "Content-Type: text/plain\n\n";
{ use integer; print 7 / 2, "\n"; }
print 7 / 2, "\n";
{ use bigint; print 2 ** 70, "\n"; }
print 2 ** 70 > 1e21 ? "float\n" : "small\n";
