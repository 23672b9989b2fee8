# A CGI program cannot tell: the cases of t/cgi/cases,
# under event, where the other one is mod_cgid.

use Mehari::Perl;
use Mehari::Test::Cgi;

Mehari::Test::Cgi->test_share('event', 1, 2);
