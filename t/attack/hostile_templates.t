# A manager with templates, whose peers send random messages, while httpd's
# threads lease templates as often as they can. A peer that takes a template's
# request ends that run: the answer may then be an error, but is never wrong. No
# file changes, because for a second after a change there are no leases.

use Mehari::Test;
use Mehari::Test::Peers;
use Mehari::Test::Rollback;

plan skip_all => rollback_missing() if rollback_missing();

test_peers('lease-after=1', seconds => 12, may_fail => 1, quiet => 1);
