# Buckets and brigades from Perl: what they do; a freed bucket croaks, whoever has
# freed it; a bucket to which nobody has a reference is freed.

use Mehari::Test;
use Mehari::Test::Inside;

my $h = inside_server(cases => ['Inside::Bucket']);

inside($h, "Inside::Bucket::$_")
    for qw(lists data loops ended allocators wrong);

# The sanitizers' own memory grows.
inside($h, 'Inside::Bucket::growth') if !$ENV{MEHARI_PRELOAD};

done_testing;
