# fatalsToBrowser for errors while the script is compiled.
BEGIN { require CGI::Carp; no warnings; *CGI::Carp::stamp = sub { return 'STAMP: ' } }
use CGI::Carp qw(fatalsToBrowser);
use No::Such::Module;
print "never\n";
