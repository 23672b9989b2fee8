# A manager whose peers say anything, with templates, which httpd's threads lease as
# often as they can. Peers that take a template's request end its run: the answer
# may be an error then, and is never wrong. No file changes, because there are no leases
# for a second after that.

use Mehari::Test;
use Mehari::Test::Peers;
use Mehari::Test::Rollback;

plan skip_all => rollback_missing() if rollback_missing();

test_peers('lease-after=1', seconds => 12, may_fail => 1, quiet => 1);
