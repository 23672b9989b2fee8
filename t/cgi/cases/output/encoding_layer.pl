# :encoding(iso-8859-15).
binmode STDOUT, ':encoding(iso-8859-15)';
print "Content-Type: text/plain\n\n";
print "\x{20ac}\n";
