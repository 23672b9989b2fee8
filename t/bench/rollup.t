# The memory of a process, as the kernel adds it up.

use Mehari::Test;
use Mehari::Memory::Rollup;
use Mehari::Bench::Process qw(memory_kib private_kib);

my $text = <<'TEXT';
55d0c0a00000-7ffd4d5f0000 ---p 00000000 00:00 0          [rollup]
Rss:               10240 kB
Pss:                7000 kB
Pss_Anon:           4000 kB
Shared_Clean:       3000 kB
Shared_Dirty:       1096 kB
Private_Clean:      2048 kB
Private_Dirty:      4096 kB
Swap:                 12 kB
TEXT
is_deeply Mehari::Memory::Rollup::rollup_in($text),
    {
    total   => 10_240,
    private => 6144,
    shared  => 4096,
    pss     => 7000,
    swap    => 12
    },
    'private, shared and all of it';
is Mehari::Memory::Rollup::rollup_in("nothing\n"), undef,
    'a text without sizes gives undef';

my $own = memory_kib($$);
SKIP: {
    skip 'the kernel has no smaps_rollup', 3 if !$own;
    ok $own->{private} > 0, 'a process has memory of its own';
    ok $own->{private} + $own->{shared} <= $own->{total},
        'private and shared memory are not more than all';
    ok private_kib($$) <= memory_kib($$)->{pss},
        "a process's share includes its own memory";
}
is memory_kib(4_194_305), undef, 'a process that is not there has no figures';

done_testing;
