# APR::Finfo: the results of stat, for paths and for requests.

use Mehari::Test;
use Mehari::Test::Call;

my $h = answering(
    'TestFinfo',
    files  => { 'page.txt' => "a page\n", 'run.txt' => "a program\n" },
    config => <<'CONF',
PerlTransHandler "sub { my $r = shift; return -1 if $r->uri !~ /nowhere/; \
    $r->filename('/no-such-directory/x'); 0 }"
CONF
);

chmod 0751, $h->document_root . '/run.txt';

answers('fields',    'APR::Finfo', 'all the same', 1, 1, 1, 1);
answers('rights',    '0751',       1, 0, 'undef');
answers('partly',    'type',       'no name');
answers('directory', 1);
answers(
    'of_nothing', 'nothing', 'no name', 'missing.txt',
    'nothing',    'no name', 'no path'
);
answers('missing', 'APR::Error', 1,
    'APR::Finfo::stat: (2) No such file or directory');
answers('keeps_pool', 'all the same', 1);
is_called($h, 'TestFinfo', 'pool_gone',
    qr/^died: \$finfo->size\(\): called after its pool was/);
answers('of_request', 'APR::Finfo', 'all the same', 1);
answers('set', 'all the same');
is_called($h, 'TestFinfo', 'read_only',
    qr/^died: \$finfo->size\(\): takes no arguments, got 1/);

done_testing;
