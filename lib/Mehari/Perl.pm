package Mehari::Perl;

use strict;
use warnings;
use feature ();

# Hints of a file have a few bits for the bundle of 5.36. Older perls have no
# such bits for signatures, and warn about signatures.
sub import {
    strict->import;
    warnings->import;
    if ($] >= 5.036) {
        feature->unimport(':all');    # indirect calls of methods among them
        feature->import(':5.36');
        return;
    }
    feature->import(':5.32', 'signatures');
    feature->unimport('indirect', 'switch');
    warnings->unimport('experimental::signatures');
    return;
}

1;

__END__

=head1 NAME

Mehari::Perl - the Perl in which mehari is written

=head1 SYNOPSIS

    use Mehari::Perl;

=head1 DESCRIPTION

The meaning of C<use v5.36>, from perl 5.32 on: L<strict>, L<warnings>, C<say>,
signatures, and no indirect calls of methods. It acts on the file, or on the
block, that uses it.

Once perl 5.36 is the oldest that mehari takes, C<use v5.36> takes its place.

=cut
