# CGI::Carp: names and times in the log.
use CGI::Carp;
BEGIN { no warnings; *CGI::Carp::stamp = sub { return 'STAMP: ' } }
print "Content-Type: text/plain\n\n";
warn "a warning\n";
