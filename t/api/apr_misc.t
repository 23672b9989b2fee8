# APR::String, APR::Util, APR::Base64 and Apache2::Util.

use Mehari::Test;
use Mehari::Test::Call;

my $h = answering('TestMisc', env => { TZ => 'Asia/Tokyo' });

answers('sizes', '<  0 >', '< 42 >', '<2.9K>', '<1.0M>', '<5.0T>', '<  - >');
answers('names', 'b',      'c', '');
answers('passwords', 1,    0);
answers('base64',    'Y2FtZWw=', 'camel', 'same', 'fits', '<>', 0);
is_called($h, 'TestMisc', 'base64_wide', '4pi6');
is_called($h, 'TestMisc', 'base64_negative',
    qr/^died: .*a length cannot be negative/);
answers('paths', '/a%20b/%c3%a4%3f.html', './a:b', 'a:b');
answers('times', 'Fri, 02 Jan 1970 00:00:00 GMT', '2242-03-16', '09', '00');
like called($h, 'TestMisc', 'now'),
    qr/^\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT$/,
    'now() is the present time in GMT';

done_testing;
