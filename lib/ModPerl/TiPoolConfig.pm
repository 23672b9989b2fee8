package ModPerl::TiPoolConfig;

use 5.036;

our $VERSION = '2.000012';

use ModPerl::Interpreter ();

1;

__END__

=head1 NAME

ModPerl::TiPoolConfig - what PerlInterpStart and its like say

=head1 SYNOPSIS

    use ModPerl::TiPoolConfig ();

    my $max = ModPerl::Interpreter->current->mip->tipool->cfg->max;

=head1 DESCRIPTION

What the configuration says of a pool of interpreters, for the main server.
There is always one here, whatever it says: L<ModPerl::TiPool/size> tells how
many there are. See L<ModPerl::Interpreter>.

=head1 METHODS

=head2 start

=head2 max

=head2 min_spare

=head2 max_spare

=head2 max_requests

    $number = $config->max;

The number of the directive PerlInterpStart, PerlInterpMax, PerlInterpMinSpare,
PerlInterpMaxSpare or PerlInterpMaxRequests; 3, 5, 3, 3 and 2000 without one.

=cut
