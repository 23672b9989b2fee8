package APR::String;

use 5.036;

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

The number of bytes (an integer) as four characters, as in httpd's directory
listings: C<" 42 ">, C<"2.9K">, C<"1.0M">. A negative number gives C<"  - ">.

=cut
