#!/usr/bin/perl
# POD around the code.

=head1 NAME

Not shown.

=cut

print "Content-Type: text/plain\n\n";
print "shown\n";
