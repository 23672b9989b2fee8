# A message of one's own.
use CGI::Carp qw(fatalsToBrowser set_message);
BEGIN { no warnings; *CGI::Carp::stamp = sub { return 'STAMP: ' }; set_message(sub { print "<p>custom: $_[0]" }) }
die "reason\n";
