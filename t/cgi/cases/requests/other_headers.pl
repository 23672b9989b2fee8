# Two clients with different headers.
print "Content-Type: text/plain\n\n";
print join(' ', map { $ENV{"HTTP_X_$_"} // '-' } qw(A B)), "\n";
