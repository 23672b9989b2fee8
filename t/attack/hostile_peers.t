# A manager whose peers send random messages. A peer that writes to the channel of
# a template ends that template's run.

use Mehari::Perl;

use Mehari::Test::Peers;

test_peers('restore=fork', seconds => 12);
