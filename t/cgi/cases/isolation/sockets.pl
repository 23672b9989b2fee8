print "Content-Type: text/plain\n\n";
use Socket; socketpair my $a, my $b, AF_UNIX, SOCK_STREAM, PF_UNSPEC or die; syswrite $a, "hi"; sysread $b, my $x, 2; print "$x\n"; pipe our $r, our $w; syswrite $w, "y"; sysread $r, $x, 1; print "$x\n"; print fileno $r, "\n"; 
