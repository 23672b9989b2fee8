# Some of the cases of t/cgi/cases, for a run that leaves out slow tests (./test
# --quick). The other tests have these cases, too.

use Mehari::Perl;
use Mehari::Test::Cgi;

Mehari::Test::Cgi->test_share('event', 1, 24);
