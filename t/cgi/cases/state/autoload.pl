# AUTOLOAD that defines the called sub.
our $AUTOLOAD;
our $loads = 0;
sub AUTOLOAD {
    my $name = $AUTOLOAD =~ s/.*:://r;
    return if $name eq 'DESTROY';
    $loads++;
    no strict 'refs';
    *$name = sub { return "$name(@_)" };
    goto &$name;
}
print "Content-Type: text/plain\n\n";
print a(1), a(2), b(3), " $loads\n";
