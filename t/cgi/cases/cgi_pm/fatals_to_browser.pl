# CGI::Carp's fatalsToBrowser, before and after the header.
use CGI::Carp qw(fatalsToBrowser);
BEGIN { no warnings; *CGI::Carp::stamp = sub { return 'STAMP: ' } }
if ($ENV{QUERY_STRING}) { print "Content-Type: text/html\n\n<p>begun\n" }
die "fatal <here>\n";
