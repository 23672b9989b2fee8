package Apache2::Util;

use v5.36;

our $VERSION = '2.000012';

use mod_perl2 ();

1;

__END__

=head1 NAME

Apache2::Util - paths and times as httpd writes them

=head1 SYNOPSIS

    use Apache2::Util ();

    my $date = Apache2::Util::ht_time($r->pool, time);

=head1 FUNCTIONS

=head2 escape_path

    $uri = Apache2::Util::escape_path($path, $pool);
    $uri = Apache2::Util::escape_path($path, $pool, $partial);

The function encodes the path of a file for a URI. If $partial is false (it is
true by default), a path with a colon in its first part gets C<./> in front,
because a browser would take that part for a scheme. $pool is an L<APR::Pool>.

B<Returns:> a string.

B<Errors:> none of its own.

B<Example:>

    my $name = 'summer & rain.txt';
    my $link = Apache2::Util::escape_path($name, $r->pool);

=head2 ht_time

    $text = Apache2::Util::ht_time($pool);
    $text = Apache2::Util::ht_time($pool, $time);
    $text = Apache2::Util::ht_time($pool, $time, $format);
    $text = Apache2::Util::ht_time($pool, $time, $format, $gmt);

The function writes a time (seconds since the epoch, now by default). The
format is that of strftime(3), C<%a, %d %b %Y %H:%M:%S %Z> by default, in GMT
unless $gmt is false. $pool is an L<APR::Pool>.

B<Returns:> a string.

B<Errors:> none of its own.

B<Example:>

    $r->headers_out->set(
        Expires => Apache2::Util::ht_time($r->pool, time + 3600));

=head1 SEE ALSO

L<APR::Date>, L<Apache2::URI>

=cut
