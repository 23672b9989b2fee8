# A method in UNIVERSAL.
print "Content-Type: text/plain\n\n";
print UNIVERSAL->can('greet') ? "left\n" : "fresh\n";
*UNIVERSAL::greet = sub { return 'hello' };
print main->greet, "\n";
