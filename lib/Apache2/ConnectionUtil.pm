package Apache2::ConnectionUtil;

use strict;
use warnings;

our $VERSION = '2.000012';

use mod_perl2 ();

1;
__END__

=head1 NAME

Apache2::ConnectionUtil - Perl values that live as long as a connection

=head1 SYNOPSIS

  use Apache2::ConnectionUtil ();

  my $c = $r->connection;
  $c->pnotes( seen => { count => 1 } );
  $c->pnotes('seen')->{count}++;

=head1 DESCRIPTION

A connection may carry many requests. What is noted on it is there for each of
them and is let go when the connection ends.

=head1 METHODS

These are methods of L<Apache2::Connection> objects.

=head2 pnotes

  my $hash   = $c->pnotes;                  # reference to the hash
  my $value  = $c->pnotes($key);
  my $before = $c->pnotes( $key => $value );

Without arguments gives a reference to the hash of all notes, which may be
changed. With a key, the value, or undef. With a key and a value, notes the
value and gives what was there before.

The variable itself is noted, not a copy: when $value is changed later, the note
is. Pass a lexical that goes out of scope, or an expression, to note a value.

=head2 pnotes_kill

  $c->pnotes_kill;

Lets go of all notes now. Returns nothing.

=head1 SEE ALSO

L<Apache2::Connection>, L<Apache2::RequestUtil/pnotes>

=cut
