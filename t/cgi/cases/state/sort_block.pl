# $a and $b, sort by a named sub.
sub by_length { return length $a <=> length $b || $a cmp $b }
print "Content-Type: text/plain\n\n";
print join(' ', sort by_length qw(ccc a bb aa)), "\n";
print defined $a ? 'left' : 'none', "\n";
