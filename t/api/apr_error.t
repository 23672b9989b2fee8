# APR::Error and APR::Status: what is thrown, what can be asked of it, and the
# one that exit throws.

use Mehari::Test;
use Mehari::Test::Call;

my $h = answering('TestError');

my $text = "Apache2::RequestIO::sendfile('/no/such/file'): (2) "
    . 'No such file or directory at TestError.pm line 12';

answers('fields', 'APR::Error', 2,
    "Apache2::RequestIO::sendfile('/no/such/file')",
    'TestError.pm', 12);
answers('text',     $text);
answers('compared', 1, 1, 1, 0, 1, 1, 1);
answers('number',   2);
is_called($h, 'TestError', 'mixed', qr/^so: Apache2::RequestIO::sendfile/);
is_called($h, 'TestError', 'added', qr/^died: APR::Error: Can't handle '\+'/);
is_called($h, 'TestError', 'equal', qr/^died: APR::Error: Can't handle 'eq'/);
answers('looked',    2);
answers('strerror',  'No such file or directory', 'exit was called');
answers('confesses', 'F: (2) No such file or directory at f line 7', 'trace');
answers('clucks',    1);
answers('hooks',     1, 1);

answers('kinds', 1, 0, 1, 1, 1, 1, 1, 1, 0, 0, 0);

subtest 'exit' => sub {
    answers('exits', 'APR::Error', 1, 0, 0, 1, 'x');
    answers('hook_stays', 'told: after');
};

done_testing;
