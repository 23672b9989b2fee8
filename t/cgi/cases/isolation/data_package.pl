print "Content-Type: text/plain\n\n";
package Foo; binmode(DATA, ':utf8'); my @l = <DATA>; print scalar(@l), length $l[0], "\n";
sub f { @l } print scalar(f()), "\n"; seek(DATA, 0, 0); my $first = <DATA>; print length $first, "\n";
__DATA__
äöü
x
