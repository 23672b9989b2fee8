# The cases of t/cgi/cases as programs that run fresh: half 2 of them.

use v5.36;
use Mehari::Test::Fresh::Cgi;

test_cgi_share(2, 2);
