# APR::Pool: references that keep a pool, code that runs at its end, and its
# parent.

use Mehari::Test;
use Mehari::Test::Call;

my $h = answering('TestPool', workers => 1);

subtest 'the end of a pool' => sub {
    answers('last_reference', 'before', 'second', 'first', 'after');
    answers('destroy', 'cleanup', 'destroyed',
              '$pool->tag(): called after it was cleared or destroyed '
            . '(invalid pool object);'
            . ' do not keep $pool for longer');
    answers('gone_already', 'once', 'a new one', 'top');
    is_called($h, 'TestPool', $_, qr/^died: .*expected an APR::Pool object/)
        for qw(destroys_class destroys_other);
    answers('clear', 'cleared', 'between', 'destroyed');
};

subtest 'pools below pools' => sub {
    answers('child_keeps_parent', 'used', 'child', 'parent');
    is_called($h, 'TestPool', 'child_goes_with_parent',
        qr/^died: .*called after it was cleared or destroyed/);
    answers('ancestors', 1, 0, 1, 'APR::Pool');
    is_called($h, 'TestPool', 'topmost', qr/^undef after \d+$/);
};

subtest 'cleanups' => sub {
    answers('no_argument', 'no argument');
    answers('by_name',     'long', 'short');
    answers('keeps_error', 'outer');

    my $mark = $h->error_log_mark;
    answers('cleanup_dies', 'the other one');
    log_like($h, $mark,
        qr/APR::Pool: cleanup died: a cleanup's last words.*\[MH2020\]/);
    answers('cleanup_warns', 'APR::Pool: cleanup died: words', 'went on');
    $mark = $h->error_log_mark;
    answers('cleanup_missing', 'went on');
    log_like($h, $mark, qr/Undefined subroutine &TestPool::no_such_sub/);
};

subtest "httpd's pools" => sub {
    is called($h, 'TestPool', 'of_request'), 'registered',
        'a cleanup is registered with the pool of the request';
    is called($h, 'TestPool', 'logged'), 'request',
        'called after the request';
    is called($h, 'TestPool', 'logged'), '',
        'the cleanup of a request runs once';
    answers('httpd_owns',
        "\$pool->clear(): this pool is httpd's, who will clear it",
        'APR::Pool', '/call/TestPool/httpd_owns');
    answers('subpool', 0, 'gone');
};

is_called($h, 'TestPool', 'wrong',
    qr/^died: .*tag\(\): expected an APR::Pool object/);

done_testing;
