package Apache2::ConnectionUtil;

use Mehari::Perl;

our $VERSION = '2.000013';

use Apache2::XSLoader ();
use mod_perl2         ();

1;
__END__

=head1 NAME

Apache2::ConnectionUtil - keep Perl values for all requests of a connection

=head1 SYNOPSIS

    use Apache2::ConnectionUtil ();

    my $c = $r->connection;
    $c->pnotes(seen => { count => 1 });
    $c->pnotes('seen')->{count}++;

=head1 DESCRIPTION

A connection can carry many requests. Its notes are there for each of these
requests, until the connection ends. Behind a proxy, one connection carries
the requests of several clients. Do not keep a login there.

In a worker (PerlUsePool) the notes end with the request, because another
worker may serve the next request.

=head1 METHODS

These are methods of L<Apache2::Connection>.

=head2 pnotes

    $hash  = $c->pnotes;
    $value = $c->pnotes($key);
    $value = $c->pnotes($key => $value);

The method keeps Perl values for the handlers of this connection. It keeps the
variable itself, not a copy: if you change $value later, the note changes too.
Pass an expression, for example C<"$value">, to keep a copy.

B<Returns:> without arguments a reference to the hash of all notes; with a key
its value, or undef; with a key and a value that value.

B<Errors:> none of its own.

B<Example:> a handler counts the requests of a connection.

    my $count = ($c->pnotes('count') // 0) + 1;
    $c->pnotes(count => $count);

=head2 pnotes_kill

    $c->pnotes_kill;

The method removes all notes now. Perl frees their values.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Example:>

    $c->pnotes_kill if $c->keepalives > 100;

=head1 SEE ALSO

L<Apache2::Connection>, L<Apache2::RequestUtil/pnotes>

=cut
