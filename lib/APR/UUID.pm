package APR::UUID;

use Mehari::Perl;

our $VERSION = '0.009000';

use APR ();

1;

__END__

=head1 NAME

APR::UUID - unique identifiers

=head1 SYNOPSIS

    use APR::UUID ();

    my $id = APR::UUID->new->format;

=head1 DESCRIPTION

A UUID (RFC 9562) is a unique number of 128 bits. No other program creates the
same one. Use it as the key of a record, or as the name of an upload. Do not
use it as a password or a session key, because others may guess parts of it.

=head1 METHODS

=head2 new

    $uuid = APR::UUID->new;

The method creates a new identifier.

B<Returns:> an C<APR::UUID> object.

B<Errors:> none of its own.

B<Example:> a header with which you find the request in several logs.

    my $uuid = APR::UUID->new;
    $r->headers_out->set('X-Request-Id' => $uuid->format);

=head2 parse

    $uuid = APR::UUID->parse($text);

The method reads an identifier from its text.

B<Returns:> an C<APR::UUID> object.

B<Errors:> it throws if $text is not in the format of C<format>.

B<Example:> take the identifier of a proxy, or create one.

    my $text = $r->headers_in->{'X-Request-Id'} // '';
    my $uuid = eval { APR::UUID->parse($text) } // APR::UUID->new;

=head2 format

    $text = $uuid->format;

The method returns the identifier as text.

B<Returns:> a string of 36 hexadecimal digits and hyphens, for example
C<f81d4fae-7dec-11d0-a765-00a0c91e6bf6>.

B<Errors:> none of its own.

B<Example:>

    my $name = APR::UUID->new->format . '.upload';

=head1 SEE ALSO

L<APR::Pool>, the module mod_unique_id of httpd

=cut
