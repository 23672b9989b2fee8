package Apache2::MPM;

use Mehari::Perl;

our $VERSION = '2.000013';

use Apache2::XSLoader ();
use mod_perl2         ();

1;

__END__

=head1 NAME

Apache2::MPM - which multi-processing module httpd runs

=head1 SYNOPSIS

    use Apache2::MPM ();

    warn "globals are shared\n" if Apache2::MPM->is_threaded;
    print Apache2::MPM->show;    # prefork

=head1 METHODS

=head2 show

    $name = Apache2::MPM->show;

The method returns the name of httpd's multi-processing module (MPM), which
spreads requests over processes and threads.

B<Returns:> a string such as C<prefork>, C<worker> or C<event>.

B<Errors:> none of its own.

B<Example:> a line in the log when the server starts.

    warn 'httpd runs ', Apache2::MPM->show, "\n";

=head2 is_threaded

    $bool = Apache2::MPM->is_threaded;

The method tells whether a child process of httpd has several threads that
handle requests.

B<Returns:> true, or 0, for example under prefork and in a worker of a pool.

B<Errors:> none of its own.

B<Example:> end this process, if no other request can be in it.

    $r->child_terminate if !Apache2::MPM->is_threaded;

=head2 query

    $value = Apache2::MPM->query($property);

The method asks the MPM for one of its properties. $property is a constant of
the group C<:mpmq> in L<Apache2::Const>.

B<Returns:> an integer, for some properties another constant of this group
such as MPMQ_DYNAMIC; undef if there is no such property.

B<Errors:> none of its own.

B<Example:> the number of threads in each child process.

    my $threads = Apache2::MPM->query(Apache2::Const::MPMQ_MAX_THREADS);

=head1 SEE ALSO

L<APR::OS>, L<Apache2::RequestUtil/child_terminate>, F<docs/threads.md>

=cut
