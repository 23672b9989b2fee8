# APR::Table: every method, the tied hash, and what happens to a table whose
# pool has gone.

use Mehari::Test;
use Mehari::Test::Call;

my $h = answering('TestTable');

subtest 'pairs' => sub {
    answers('set_replaces',   'a=4 b=3');
    answers('add_keeps',      'a=1 a=2 A=3');
    answers('case_is_one',    'x');
    answers('get_first',      1);
    answers('get_all',        1, 2);
    answers('get_missing',    'undef');
    answers('get_none',       0);
    answers('merges',         'a=1, 2 b=3');
    answers('unsets',         'b=2');
    answers('clears',         'b=2');
    answers('undef_is_empty', 'defined', 0);
};

subtest 'a tied hash' => sub {
    answers('hash',       1, 2, 'there', 'missing', 1);
    answers('hash_clear', 'c=3');
    answers('duplicates', 'a=1 1 A=2 2 b=3 3 a=4 4', 'a A b a', '1 2 3 4');
    answers('after_each', 1);
    answers('layout',     'APR::Table', 'APR::Table', 'a pointer');
};

subtest 'do' => sub {
    answers('do_filter',  'a=1 C=3 a=4', 1);
    answers('do_abort',   'a b',         0);
    answers('do_named',   'a b');
    answers('do_dies',    'in the code', 'a=1 b=2');
    answers('do_changes', 51);
    is_called($h, 'TestTable', 'do_destroys',
        qr/^died: .*do\(\).*the code has destroyed the table/);
};

subtest 'more than one table' => sub {
    answers('copies',         'a=1 a=2');
    answers('overlays',       'a=3 c=4 a=1 b=2');
    answers('overlap_set',    'a=3 b=2 c=5');
    answers('overlap_merge',  'a=1, 3', 'b=2', 'c=4');
    answers('compress_set',   'a=3',    'b=2');
    answers('compress_merge', 'a=1, 3', 'b=2');
    is_called($h, 'TestTable', 'overlap_flags',
        qr/^died: .*overlap\(\).*argument 2 must be APR::Const::OVERLAP/);
};

subtest 'the pool' => sub {
    answers('keeps_pool', 1, 0, 1);
    is_called($h, 'TestTable', $_,
        qr/^died: .*called after its pool was cleared or destroyed/)
        for qw(stale stale_hash);
};

subtest 'mistakes' => sub {
    is_called($h, 'TestTable', 'negative',
        qr/^died: .*make\(\).*argument 2 must be a number of pairs/);
    is_called($h, 'TestTable', 'not_a_table',
        qr/^died: .*get\(\): expected an APR::Table object/);
    is_called($h, 'TestTable', 'no_key', qr/^died: .*get\(\): takes 1 arg/);
};

subtest 'taint' => sub {
    answers('tainted', 0, 0, 0, 0);
    my $tainting = call_server(switches => '-T');
    is_called($tainting, 'TestTable', 'tainted', [ 1, 1, 1, 0 ]);
};

done_testing;
