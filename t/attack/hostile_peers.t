# A manager whose peers say anything, with processes that are forks: who plays at a
# template's channel ends its run, whosever request that is.

use v5.36;
use lib qw(lib t/lib);

use Mehari::Test::Peers;

test_peers('restore=fork', seconds => 12);
