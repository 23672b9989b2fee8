print "Content-Type: text/plain\n\n";
use Carp qw(carp cluck confess croak); sub f { carp "careful" } f(1); $Carp::Verbose = 1; f(2); $Carp::CarpLevel = 1; eval { confess "c" }; print $@; local $Carp::MaxArgNums = 1; eval { sub { croak "x" }->(1,2,3) }; print $@;
