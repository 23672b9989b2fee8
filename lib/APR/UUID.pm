package APR::UUID;

use v5.36;

our $VERSION = '0.009000';

use APR ();

1;

__END__

=head1 NAME

APR::UUID - identifiers that nobody else has

=head1 SYNOPSIS

    use APR::UUID ();

    my $id = APR::UUID->new->format;

=head1 DESCRIPTION

A UUID is a number of 128 bits that no other program makes. Use one as the key
of a record or of an upload. Do not use one as a password or a session key,
because others can guess parts of it.

=head1 METHODS

=head2 new

    $uuid = APR::UUID->new;

The method makes a new identifier.

B<Returns:> an C<APR::UUID> object.

B<Errors:> none of its own.

B<Example:>

    my $uuid = APR::UUID->new;
    $r->headers_out->set('X-Request-Id' => $uuid->format);

=head2 parse

    $uuid = APR::UUID->parse($text);

The method reads an identifier from its text.

B<Returns:> an C<APR::UUID> object.

B<Errors:> it throws if the text is not 36 characters of that form.

B<Example:>

    my $text = $r->headers_in->{'X-Request-Id'} // '';
    my $uuid = eval { APR::UUID->parse($text) } // APR::UUID->new;

=head2 format

    $text = $uuid->format;

The method writes an identifier as text.

B<Returns:> a string of 36 characters: hexadecimal digits and hyphens.

B<Errors:> none of its own.

B<Example:>

    my $name = APR::UUID->new->format . '.upload';

=head1 SEE ALSO

L<APR::Pool>, the module mod_unique_id of httpd

=cut
