print "Content-Type: text/plain\n\n";
my %lex; sub lx { \%lex } lx()->{a}++; bless \%lex, 'O2'; sub O2::DESTROY { print "O2 ", join(',', %{ $_[0] }), "\n" }
