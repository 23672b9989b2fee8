# A CGI program cannot tell: the cases of t/cgi/cases,
# under prefork, where the other one is mod_cgi.

use Mehari::Perl;
use Mehari::Test::Cgi;

Mehari::Test::Cgi->test_share('prefork', 2, 2);
