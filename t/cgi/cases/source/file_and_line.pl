#!/usr/bin/perl
# __FILE__ and __LINE__, also after a here document and POD.
print "Content-Type: text/plain\n\n";
print __FILE__, ' ', __LINE__, "\n";
print <<"TEXT", __LINE__, "\n";
a
b
TEXT

=pod

Skipped.

=cut

print __LINE__, "\n";
