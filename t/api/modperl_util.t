# ModPerl::Util, mod_perl2 and the loaders of other people's XS modules.

use Mehari::Test;
use Mehari::Test::Inside;

my $h = inside_server(
    cases  => ['Inside::Perl'],
    before => 'PerlTaintCheck On',
);

inside($h, "Inside::Perl::$_") for qw(where leave untaint unload);

is system($^X,
    '-I' . source_root() . '/lib',
    '-e',
    'use Apache2::XSLoader; use APR::XSLoader;'
        . 'Apache2::XSLoader::load("No::Such"); APR::XSLoader::load("None");'
    ),
    0, 'outside of the server nothing is loaded';

done_testing;
