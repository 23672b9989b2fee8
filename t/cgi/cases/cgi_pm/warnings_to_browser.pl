# warningsToBrowser.
use CGI::Carp qw(warningsToBrowser fatalsToBrowser);
BEGIN { no warnings; *CGI::Carp::stamp = sub { return 'STAMP: ' } }
warn "early\n";
print "Content-Type: text/html\n\n";
warningsToBrowser(1);
warn "late\n";
print "<p>end\n";
