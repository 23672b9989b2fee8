package APR::Date;

use v5.36;

our $VERSION = '0.009000';

use APR ();

1;

__END__

=head1 NAME

APR::Date - read the dates of HTTP and mail headers

=head1 SYNOPSIS

    use APR::Date ();

    my $since = APR::Date::parse_http($r->headers_in->{'If-Modified-Since'});

=head1 FUNCTIONS

=head2 parse_http

    $time = APR::Date::parse_http($string);

The function reads a date in one of the three formats that HTTP allows.

B<Returns:> seconds since the epoch, an integer; 0 if the string is not such a
date.

B<Errors:> none of its own.

B<Example:>

    my $since = $r->headers_in->{'If-Modified-Since'};
    if (defined $since && APR::Date::parse_http($since) >= $r->mtime) {
        return Apache2::Const::HTTP_NOT_MODIFIED;
    }

=head2 parse_rfc

    $time = APR::Date::parse_rfc($string);

The function also reads dates as mail programs write them: a day or an hour of
one digit, a year of two digits, no seconds, or another time zone.

B<Returns:> seconds since the epoch, an integer; 0 if the string is not such a
date.

B<Errors:> none of its own.

B<Example:>

    my $time = APR::Date::parse_rfc('Sun, 6 Nov 94 8:49:37 +0100');

=head1 SEE ALSO

L<Apache2::Util/ht_time>, which writes such dates;
L<Apache2::Response/meets_conditions>

=cut
