# exec of another perl.
$| = 1;
print "Content-Type: text/plain\n\n";
exec $^X, '-e', 'print "by another perl\n"';
