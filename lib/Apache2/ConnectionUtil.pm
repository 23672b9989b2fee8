package Apache2::ConnectionUtil;

use v5.36;

our $VERSION = '2.000012';

use mod_perl2 ();

1;
__END__

=head1 NAME

Apache2::ConnectionUtil - Perl values that live as long as a connection

=head1 SYNOPSIS

    use Apache2::ConnectionUtil ();

    my $c = $r->connection;
    $c->pnotes(seen => { count => 1 });
    $c->pnotes('seen')->{count}++;

=head1 DESCRIPTION

A connection may carry many requests. A note on it is there for each of them,
and ends with the connection. Behind a proxy one connection carries requests
of several clients: do not keep a login there.

=head1 METHODS

These are methods of L<Apache2::Connection>.

=head2 pnotes

    $hash  = $c->pnotes;
    $value = $c->pnotes($key);
    $value = $c->pnotes($key => $value);

The method keeps Perl values. It keeps the variable itself, not a copy: if you
change $value later, the note changes. Pass an expression to keep a copy.

B<Returns:> without arguments a reference to the hash of all notes; with a key
the value or undef; with a value that value.

B<Errors:> none of its own.

B<Example:> count the requests of a connection.

    my $count = ($c->pnotes('count') // 0) + 1;
    $c->pnotes(count => $count);

=head2 pnotes_kill

    $c->pnotes_kill;

The method lets go of all notes now.

B<Returns:> nothing.

B<Errors:> none of its own.

B<Example:>

    $c->pnotes_kill if $c->keepalives > 100;

=head1 SEE ALSO

L<Apache2::Connection>, L<Apache2::RequestUtil/pnotes>

=cut
