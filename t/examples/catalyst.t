# examples/catalyst: an application of Catalyst by one command.

use Mehari::Perl;

use Mehari::Test::Application qw(try_example);

try_example('catalyst', 'Catalyst', 'Catalyst', 'libcatalyst-perl');
