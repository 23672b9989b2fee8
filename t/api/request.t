# Apache2::RequestRec: every field, the values that it takes and those that it
# refuses.

use Mehari::Test;
use Mehari::Test::Inside;

my $h = inside_server(cases => ['Inside::Request']);

inside($h, "Inside::Request::$_") for qw(
    shape texts needed numbers read_only objects content_type
    content_languages handler proxyreq environment lasting_table
);
inside($h, 'Inside::Request::waiting_environment', path => '/script');

done_testing;
