package Apache2::MPM;

use v5.36;

our $VERSION = '2.000012';

use mod_perl2 ();

1;

__END__

=head1 NAME

Apache2::MPM - how httpd spreads requests over processes and threads

=head1 SYNOPSIS

    use Apache2::MPM ();

    warn "globals are shared\n" if Apache2::MPM->is_threaded;
    print Apache2::MPM->show;    # prefork

=head1 METHODS

=head2 show

    $name = Apache2::MPM->show;

The method names the MPM that httpd runs with.

B<Returns:> a string: C<prefork>, C<worker>, C<event>.

B<Errors:> none of its own.

B<Example:>

    my $can_terminate = Apache2::MPM->show eq 'prefork';

=head2 is_threaded

    $bool = Apache2::MPM->is_threaded;

The method says whether the threads of one child handle requests at the same
time.

B<Returns:> true; 0 under prefork.

B<Errors:> none of its own.

B<Example:> a child that ends takes no other request with it under prefork.

    $r->child_terminate if !Apache2::MPM->is_threaded;

=head2 query

    $value = Apache2::MPM->query($property);

The method asks the MPM for a property: a constant C<:mpmq> of
L<Apache2::Const>.

B<Returns:> an integer, or another of these constants such as MPMQ_DYNAMIC;
undef if there is no such property.

B<Errors:> none of its own.

B<Example:>

    my $threads = Apache2::MPM->query(Apache2::Const::MPMQ_MAX_THREADS);

=head1 SEE ALSO

L<APR::OS>, L<Apache2::RequestUtil/child_terminate>, F<docs/threads.md>

=cut
