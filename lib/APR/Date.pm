package APR::Date;

use 5.036;

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

Both take a string and return the time in seconds since the epoch (an integer),
or 0 if the string is not such a date.

=head2 parse_http

    $time = APR::Date::parse_http('Sun, 06 Nov 1994 08:49:37 GMT');

A date in one of the three forms that HTTP allows.

=head2 parse_rfc

    $time = APR::Date::parse_rfc('Sun, 6 Nov 94 8:49:37 GMT');

The same, and in the forms that mail programs were seen to write: a day or an
hour of one digit, a year of two, no seconds, another time zone.

=cut
