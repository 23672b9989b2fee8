# Apache2::SubProcess: programs that a request starts.

use Mehari::Test;
use Mehari::Test::Call;

my $h = answering('TestSubProcess', workers => 1);

answers('printed',     'one two $HOME');
answers('environment', 'fast',     'not ours');
answers('streams',     'got this', 'bad this');
answers('large',       300_000);
answers('alone',       0);
is_called($h, 'TestSubProcess', 'missing',
    qr{^died: Apache2::SubProcess::spawn_proc_prog\('/no/such/program'\): \(2\)}
);
is_called($h, 'TestSubProcess', 'no_list',
    qr/^died: .*argument 2 must be an array reference, not a HASH reference/);

# The subprocess is ended before the next request is read.
for (1, 2) {
    is called($h, 'TestSubProcess', 'leaves'), 'sleeps',
        'a subprocess may stay after its request';
    is called($h, 'TestSubProcess', 'gone'), 'gone',
        'the process that stayed is ended before the next request';
}

done_testing;
