# A constant of the request.
use constant QUERY => $ENV{QUERY_STRING};
use constant DEBUG => $ENV{HTTP_X_DEBUG};
print "Content-Type: text/plain\n\n";
print QUERY, "\n";
print "debugging\n" if DEBUG;
