# perl's warnings at a program's end: unfreed scalars, unclosed handles.
use warnings;
print "Content-Type: text/plain\n\n";
open my $pipe, '|-', 'cat >/dev/null; exit 3' or die;
print $pipe "x\n";
close $pipe or print "status ", $? >> 8, "\n";
