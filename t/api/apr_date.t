# APR::Date and APR::UUID: what they make of strings.

use Mehari::Test;
use Mehari::Test::Call;

my $h = answering('TestDate');

answers('http',   '');
answers('rfc',    '');
answers('others', -37, 3_939_871_777, 0, 0, 0, 0);

my $id = 'd48889bb-d11d-b211-8567-ec81968c93c6';
answers('uuids', 100, 0);
answers('parses', 'APR::UUID', $id, $id);
is_called($h, 'TestDate', 'parses_no',
    qr/^died: .*parse\(\): argument 1 must be 36 characters.*not "d48889bb"/);

done_testing;
