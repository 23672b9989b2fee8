# A CGI program cannot tell: the cases of t/cgi/cases,
# by HTTP/2, under event.

use Mehari::Perl;
use Mehari::Test::Cgi;

Mehari::Test::Cgi->test_share('http2', 1, 2);
