package APR::UUID;

use 5.036;

our $VERSION = '0.009000';

use APR ();

1;

__END__

=head1 NAME

APR::UUID - identifiers that nobody else has

=head1 SYNOPSIS

    use APR::UUID ();

    my $id = APR::UUID->new->format;

=head1 METHODS

=head2 new

    $uuid = APR::UUID->new;

A new identifier.

=head2 parse

    $uuid = APR::UUID->parse('d48889bb-d11d-b211-8567-ec81968c93c6');

The identifier that a string stands for. Throws if it stands for none.

=head2 format

    $text = $uuid->format;

The identifier as 36 characters (a string): hexadecimal digits and hyphens.

=cut
