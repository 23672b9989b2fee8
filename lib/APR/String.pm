package APR::String;

use Mehari::Perl;

our $VERSION = '0.009000';

use APR ();

1;

__END__

=head1 NAME

APR::String - format a number of bytes for people

=head1 SYNOPSIS

    use APR::String ();

    my $size = APR::String::format_size(-s $file);

=head1 FUNCTIONS

=head2 format_size

    $text = APR::String::format_size($bytes);

The function formats a number of bytes, an integer, in four characters, as
httpd's directory listings do. K is 1024 bytes, M is 1024 K.

B<Returns:> a string of four characters, for example C<" 42 ">, C<"2.9K"> or
C<"1.0M">; C<"  - "> for a negative number.

B<Errors:> none of its own.

B<Example:> a list of files with their sizes.

    for my $file (glob '/srv/www/*.iso') {
        $r->print(APR::String::format_size(-s $file), "  $file\n");
    }

=head1 SEE ALSO

L<APR::Finfo/size>

=cut
