# The cases of t/cgi/cases, which show that a CGI program cannot tell perl-cgi from
# mod_cgid: by HTTP/2, under event.

use Mehari::Perl;
use Mehari::Test::Cgi;

Mehari::Test::Cgi->test_share('http2', 2, 2);
