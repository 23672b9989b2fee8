# An XS module at run time.
print "Content-Type: text/plain\n\n";
print exists $INC{'POSIX.pm'} ? "loaded\n" : "not yet\n";
require POSIX;
print POSIX::floor(2.7), "\n";
