# The names of mod_perl 2.0.12 and 2.0.13 that applications use (t/fixtures/contract, seen
# in a server that runs mod_perl): mehari has all of them. mehari leaves out 19
# of its 194 Perl subs; docs/differences.md names them.

use Mehari::Test;
use Mehari::Test::Call;

needs('BSD::Resource');

my $h = call_server();

is_called($h, 'TestContract', $_, '')
    for qw(methods constants directives subs modules);

done_testing;
