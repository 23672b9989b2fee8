# ModPerl::MethodLookup says which module has a method.

use Mehari::Test;
use Mehari::Test::Call;

my $h = answering('TestLookup');

sub uses ($method, $module) {
    return "To use method '$method' add:\n\tuse $module ();";
}

answers('method', uses('construct_url', 'Apache2::URI'),   'Apache2::URI');
answers('method_of_class',    uses('parse', 'APR::UUID'),  'APR::UUID');
answers('method_of_object',   uses('get',   'APR::Table'), 'APR::Table');
answers('method_of_subclass', uses('parse', 'APR::UUID'),  'APR::UUID');
answers(
    'method_of_many',
    "There is more than one class with method 'parse'",
    'try one of:',
    "\tuse APR::URI ();",
    "\tuse APR::UUID ();",
    'APR::URI',
    'APR::UUID'
);
answers('method_of_none', "don't know anything about method 'levitate'");

my @table = (
    '',
    "Module 'APR::Date' contains the following methods:",
    '',
    'Method     Invoked on object type',
    '-' x 33,
    'parse_http APR::Date',
    'parse_rfc  APR::Date',
    '-' x 33
);
answers('module', @table, 'parse_http', 'parse_rfc');
answers('module_unknown', "don't know anything about module 'Foo::Bar'");
answers(
    'object', '',
    "Objects of type 'APR::SockAddr' can invoke the following methods:",
    '',                       'Method   Module',
    '-' x 22,                 'equal    APR::SockAddr',
    'ip_get   APR::SockAddr', 'port     APR::SockAddr',
    'recvfrom APR::Socket',   '-' x 22,
    'equal',                  'ip_get', 'port', 'recvfrom'
);
answers('object_unknown',
    "don't know anything about objects of type 'Foo::Bar'");

answers('available', 'many', 'parse_http', 'APR::Date', 0, 'send_fd');
answers(
    'method_of_old',
    q(Method 'header_in' is mod_perl 1's; use $r->headers_in instead,),
    'or add:', "\tuse Apache2::compat ();",
    'Apache2::compat'
);
answers('preloads', '');
is_called($h, 'TestLookup', 'prints',
    qr/APR::URI.*APR::Finfo.*APR::OS.*current_thread_id.*APR::OS/s);

my $outside
    = qx{$^X -I@{[ source_root() ]}/lib -MModPerl::MethodLookup -e 'print_method "get"' 2>&1};
like $outside, qr/works only inside the server/,
    'a look-up outside the server says where it works';

done_testing;
