# The cases of t/cgi/cases, which show that a CGI program cannot tell perl-cgi from
# mod_cgi: under prefork.

use Mehari::Perl;
use Mehari::Test::Cgi;

Mehari::Test::Cgi->test_share('prefork', 1, 2);
