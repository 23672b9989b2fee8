package ModPerl::TiPoolConfig;

use v5.36;

our $VERSION = '2.000012';

use ModPerl::Interpreter ();

1;

__END__

=head1 NAME

ModPerl::TiPoolConfig - the limits of PerlInterpStart and its like

=head1 SYNOPSIS

    use ModPerl::TiPoolConfig ();

    my $max = ModPerl::Interpreter->current->mip->tipool->cfg->max;

=head1 DESCRIPTION

The object has what the configuration says of a pool of interpreters, for the
main server. There is always one interpreter here, whatever it says:
L<ModPerl::TiPool/size> tells how many there are.

=head1 METHODS

=head2 start, max, min_spare, max_spare, max_requests

    $number = $config->max;

The methods give the number of the directive PerlInterpStart, PerlInterpMax,
PerlInterpMinSpare, PerlInterpMaxSpare or PerlInterpMaxRequests.

B<Returns:> an integer; 3, 5, 3, 3 and 2000 without the directive.

B<Errors:> none of its own.

B<Example:>

    my $config = ModPerl::Interpreter->current->mip->tipool->cfg;
    my $requests = $config->max_requests;

=head1 SEE ALSO

L<ModPerl::Interpreter>, F<docs/directives.md>

=cut
