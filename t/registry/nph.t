# A script whose name begins with nph- writes the whole response itself.

use Mehari::Test;
use Mehari::Test::Registry;

my $h = script_server(
    config => join '',
    map { location("plain-$_", <<"CONF") } qw(Registry PerlRun));
SetHandler perl-script
PerlResponseHandler ModPerl::$_
CONF

for my $place (qw(plain-Registry plain-PerlRun cgi)) {
    for my $round (1, 2) {
        is raw($h, "GET /$place/nph-raw.pl HTTP/1.0\r\n\r\n"),
            "HTTP/1.0 299 Raw\r\nX-Raw: yes\r\nContent-Type: text/plain\r\n"
            . "\r\nraw body\n", "$place: nothing of httpd's";
    }
}
script($h, 'not-nph-raw.pl', read_file(fixture('registry/nph-raw.pl')));
unlike raw($h, "GET /plain-Registry/not-nph-raw.pl HTTP/1.0\r\n\r\n"),
    qr/\AHTTP\S+ 299/, 'nph- counts only at the beginning of the name';

done_testing;
