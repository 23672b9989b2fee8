# examples/plack: an application of Plack by one command.

use Mehari::Perl;

use Mehari::Test::Application qw(try_example);

try_example(
    'plack',
    'Plack',
    'Plack::Middleware::Session::Cookie',
    'libplack-middleware-session-perl'
);
