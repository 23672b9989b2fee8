# A module that fails is tried again in the next request.
use lib 'lib';
print "Content-Type: text/plain\n\n";
print eval { require Fails; 1 } ? "loaded\n" : $@;
print eval { require Fails; 1 } ? "loaded\n" : $@ =~ s/ at .*//sr, "\n";
