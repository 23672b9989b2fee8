#!/usr/bin/perl
# die with an object, a hash and a text with newline.
print "Content-Type: text/plain\n\n";
eval { die { code => 42 } };
print "$@->{code}\n";
eval { die bless [], 'Oops' };
print ref $@, "\n";
die "with newline\n";
