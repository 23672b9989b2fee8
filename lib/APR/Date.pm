package APR::Date;

use Mehari::Perl;

our $VERSION = '0.009000';

use APR ();

1;

__END__

=head1 NAME

APR::Date - parse dates of HTTP and mail headers

=head1 SYNOPSIS

    use APR::Date ();

    my $since = APR::Date::parse_http($r->headers_in->{'If-Modified-Since'});

=head1 FUNCTIONS

=head2 parse_http

    $time = APR::Date::parse_http($string);

The function parses a date in one of the three formats of HTTP (RFC 9110).

B<Returns:> an integer, seconds since the epoch; 0 if $string is not such a
date.

B<Errors:> none of its own.

B<Example:> the date of a file that the client wants to store.

    my $date = $r->headers_in->{'Last-Modified'} // '';
    my $time = APR::Date::parse_http($date) || time;
    utime $time, $time, $file;

=head2 parse_rfc

    $time = APR::Date::parse_rfc($string);

The function also parses dates in the formats of mail programs (RFC 5322):
with one digit for the day or hour, two digits for the year, no seconds, or
another time zone.

B<Returns:> an integer, seconds since the epoch; 0 if $string is not such a
date.

B<Errors:> none of its own.

B<Example:>

    my $time = APR::Date::parse_rfc('Sun, 6 Nov 94 8:49:37 +0100');

=head1 SEE ALSO

L<Apache2::Util/ht_time>, which writes such dates;
L<Apache2::Response/meets_conditions>

=cut
