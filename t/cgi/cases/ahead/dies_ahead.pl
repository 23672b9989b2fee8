print "Content-type: text/plain\n\nbefore\n";
local $SIG{__DIE__} = sub { print "handled: $_[0]" };
sub deeper { die "with reason $_[0]\n" }
deeper(7);
