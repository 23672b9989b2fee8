# $; and multi-dimensional keys.
print "Content-Type: text/plain\n\n";
$table{1, 2} = 'x';
print join('|', map { s/$;/,/r } keys %table), "\n";
