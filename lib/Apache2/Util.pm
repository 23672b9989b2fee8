package Apache2::Util;

use Mehari::Perl;

our $VERSION = '2.000013';

use Apache2::XSLoader ();
use mod_perl2         ();

1;

__END__

=head1 NAME

Apache2::Util - encode paths for URIs, and format times

=head1 SYNOPSIS

    use Apache2::Util ();

    my $date = Apache2::Util::ht_time($r->pool, time);

=head1 FUNCTIONS

=head2 escape_path

    $uri = Apache2::Util::escape_path($path, $pool);
    $uri = Apache2::Util::escape_path($path, $pool, $partial);

The function percent-encodes the path of a file for a URI. If $partial is
false, the function puts C<./> in front of a path with a colon in its first
part, because browsers take that part for a scheme. $partial is true by
default. $pool is an L<APR::Pool>.

B<Returns:> a string.

B<Errors:> none of its own.

B<Example:> a link to a file whose name has blanks.

    my $name = 'summer & rain.txt';
    my $link = Apache2::Util::escape_path($name, $r->pool);

=head2 ht_time

    $text = Apache2::Util::ht_time($pool);
    $text = Apache2::Util::ht_time($pool, $time);
    $text = Apache2::Util::ht_time($pool, $time, $format);
    $text = Apache2::Util::ht_time($pool, $time, $format, $gmt);

The function formats a time for a header. $time is in seconds since the epoch,
by default now. $format is that of strftime(3), by default
C<%a, %d %b %Y %H:%M:%S %Z>. The time is in GMT, or local time if $gmt is
false. $pool is an L<APR::Pool>.

B<Returns:> a string.

B<Errors:> none of its own.

B<Example:> a cache may keep the response for an hour.

    $r->headers_out->set(
        Expires => Apache2::Util::ht_time($r->pool, time + 3600));

=head1 SEE ALSO

L<APR::Date>, L<Apache2::URI>

=cut
