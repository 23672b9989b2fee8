print "Content-Type: text/plain\n\n";
print while <DATA>; print eof(DATA) ? 1 : 0, "$.\n"; print <DATA>;
__END__
one
two
