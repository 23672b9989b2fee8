# __DIE__ set in BEGIN, as CGI::Carp does it.
BEGIN { $SIG{__DIE__} = sub { print "Content-Type: text/plain\n\ncaught: $_[0]"; exit } }
die "at run time\n";
