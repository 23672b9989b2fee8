# The cases of t/cgi/cases as programs that run fresh: half 1 of them.

use v5.36;
use Mehari::Test::Fresh::Cgi;

test_cgi_share(1, 2);
