package ModPerl::TiPoolConfig;

use Mehari::Perl;

our $VERSION = '2.000013';

use Apache2::XSLoader    ();
use ModPerl::Interpreter ();

1;

__END__

=head1 NAME

ModPerl::TiPoolConfig - the values of PerlInterpStart, PerlInterpMax and
others

=head1 SYNOPSIS

    use ModPerl::TiPoolConfig ();

    my $max = ModPerl::Interpreter->current->mip->tipool->cfg->max;

=head1 DESCRIPTION

The object has the settings for mod_perl's pool of interpreters, from the
configuration of the main server. The settings have no effect here, because
each process has one interpreter. L<ModPerl::TiPool/size> gives the real
number.

=head1 METHODS

=head2 start, max, min_spare, max_spare, max_requests

    $number = $config->max;

Each method gives the value of a directive: PerlInterpStart, PerlInterpMax,
PerlInterpMinSpare, PerlInterpMaxSpare or PerlInterpMaxRequests.

B<Returns:> an integer; by default 3, 5, 3, 3 and 2000.

B<Errors:> none of their own.

B<Example:>

    my $config = ModPerl::Interpreter->current->mip->tipool->cfg;
    my $requests = $config->max_requests;

=head1 SEE ALSO

L<ModPerl::Interpreter>, F<docs/directives.md>

=cut
