# A CGI program cannot tell: some of the cases, which the others have too, for a
# run that leaves out what takes long (./test --quick).

use Mehari::Perl;
use Mehari::Test::Cgi;

Mehari::Test::Cgi->test_share('event', 1, 24);
