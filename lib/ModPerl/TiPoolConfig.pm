package ModPerl::TiPoolConfig;

use 5.036;

our $VERSION = '2.000012';

use ModPerl::Interpreter ();

1;

__END__

=head1 NAME

ModPerl::TiPoolConfig - how many interpreters there may be

=head1 SYNOPSIS

    use ModPerl::TiPoolConfig ();

    my $max = ModPerl::Interpreter->current->mip->tipool->cfg->max;

=head1 DESCRIPTION

See L<ModPerl::Interpreter>. The directives PerlInterpStart, PerlInterpMax and
their like change nothing, as there is always one.

=head1 METHODS

=head2 start

=head2 max

=head2 max_spare

1.

=head2 min_spare

=head2 max_requests

0: none waits ready, and none ends after a number of requests.

=cut
