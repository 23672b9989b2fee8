# Line numbers of warnings in multi-line statements.
use warnings;
print "Content-Type: text/plain\n\n";
my ($u, $v);
print join ',',
    1,
    $u,
    2,
    $v;
print "\n";
