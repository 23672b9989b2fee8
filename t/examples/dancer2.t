# examples/dancer2: an application of Dancer2 by one command.

use Mehari::Perl;

use Mehari::Test::Application qw(try_example);

try_example('dancer2', 'Dancer2', 'Dancer2', 'libdancer2-perl');
