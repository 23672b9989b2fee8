package APR::String;

use v5.36;

our $VERSION = '0.009000';

use APR ();

1;

__END__

=head1 NAME

APR::String - numbers of bytes for people

=head1 SYNOPSIS

    use APR::String ();

    my $size = APR::String::format_size(-s $file);

=head1 FUNCTIONS

=head2 format_size

    $text = APR::String::format_size($bytes);

The function formats a number of bytes (an integer) in four characters, as
httpd's directory listings do.

B<Returns:> a string of four characters: C<" 42 ">, C<"2.9K">, C<"1.0M">. It
is C<" - "> for a negative number.

B<Errors:> none of its own.

B<Example:>

    for my $file (glob '/srv/www/*.iso') {
        $r->print(APR::String::format_size(-s $file), "  $file\n");
    }

=head1 SEE ALSO

L<APR::Finfo/size>

=cut
