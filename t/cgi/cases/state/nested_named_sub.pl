# A named sub in a named sub: as perl does it, with its warning.
use warnings;
sub outer {
    my $x = shift;
    sub inner { return defined $x ? $x : 'undef' }
    return inner();
}
print "Content-Type: text/plain\n\n";
print outer(1), outer(2), "\n";
