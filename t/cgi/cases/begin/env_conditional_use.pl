# A module that is loaded depending on the request.
use if $ENV{QUERY_STRING} eq 'posix', 'POSIX';
print "Content-Type: text/plain\n\n";
print exists $INC{'POSIX.pm'} ? "loaded\n" : "not loaded\n";
