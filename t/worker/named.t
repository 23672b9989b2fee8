# httpd names mod_perl to its clients under any MPM, also if its handlers all
# run in workers; not if it runs CGI scripts alone.

use v5.36;
use Test::More;
use Mehari::Test;

sub software (%option) {
    my $h = server(mpm => 'event', %option);
    return get($h, '/')->header('Server');
}

my $pool = "PerlPool default workers=1\n";
like software(config => $pool . <<'CONF'), qr{mod_perl/2\.0\.12 Perl/v5\.},
PerlUsePool default
<Location /handler>
    SetHandler modperl
    PerlResponseHandler My::Handler
</Location>
CONF
    'all handlers are in a pool';
unlike software(config => $pool . "PerlCgiScripts On\n"), qr{mod_perl},
    'there are none';

done_testing;
