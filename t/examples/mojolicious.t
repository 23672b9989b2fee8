# examples/mojolicious: an application of Mojolicious by one command.

use Mehari::Perl;

use Mehari::Test::Application qw(try_example);

try_example('mojolicious', 'Mojolicious', 'Mojolicious',
    'libmojolicious-perl');
