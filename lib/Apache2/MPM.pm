package Apache2::MPM;

use 5.036;

our $VERSION = '2.000012';

use mod_perl2 ();

1;

__END__

=head1 NAME

Apache2::MPM - how httpd spreads requests over processes and threads

=head1 SYNOPSIS

    use Apache2::MPM ();

    if (Apache2::MPM->is_threaded) { ... }
    print Apache2::MPM->show;    # prefork

=head1 METHODS

=head2 show

    $name = Apache2::MPM->show;

The name of the MPM that httpd runs with (a string): C<prefork>, C<worker>,
C<event>.

=head2 is_threaded

    $threaded = Apache2::MPM->is_threaded;

True if the threads of one child handle requests at the same time; 0 under
prefork.

=head2 query

    $value = Apache2::MPM->query($property);

What the MPM says of a property (an integer): one of the C<:mpmq> constants of
L<Apache2::Const>. The value is a number or another of these constants, such as
MPMQ_DYNAMIC; undef if there is no such property.

=cut
