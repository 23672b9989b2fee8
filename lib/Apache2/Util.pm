package Apache2::Util;

use 5.036;

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

The path of a file (a string) as part of a URI. If $partial is false (it is true
by default), a path with a colon in its first part gets C<./> in front, so that
it is not taken for a scheme. $pool is an L<APR::Pool>.

=head2 ht_time

    $text = Apache2::Util::ht_time($pool);
    $text = Apache2::Util::ht_time($pool, $time);
    $text = Apache2::Util::ht_time($pool, $time, $format);
    $text = Apache2::Util::ht_time($pool, $time, $format, $gmt);

The time (in seconds since the epoch; now if it is left out) as text. The format
is that of strftime(3), by default C<%a, %d %b %Y %H:%M:%S %Z>, in GMT unless
$gmt is false. $pool is an L<APR::Pool>.

=cut
