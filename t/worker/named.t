# Names that clients and programs see. httpd names mod_perl to its clients under
# any MPM, even if all its handlers run in workers, but not if it only runs CGI
# scripts. A worker knows the names of httpd's error logs, but opens none of
# them.

use Mehari::Test;

sub software (%option) {
    my $h = server(mpm => 'event', %option);
    return get($h, '/')->header('Server');
}

my $pool = "PerlPool default workers=1\n";
like software(config => $pool . <<'CONF'), qr{mod_perl/2\.0\.13 Perl/v5\.},
PerlUsePool default
<Location /handler>
    SetHandler modperl
    PerlResponseHandler My::Handler
</Location>
CONF
    'all handlers are in a pool';
unlike software(config => $pool . "PerlCgiScripts On\n"), qr{mod_perl},
    'there are none';

my $h = server(
    mpm    => 'event',
    start  => 0,
    config => sub ($h) {
        my $root = $h->document_root;
        return $pool . <<~"CONF";
            PerlUsePool default
            PerlRequire $root/handler.pl
            <Location /name>
                SetHandler modperl
                PerlResponseHandler My::Name
            </Location>
            <VirtualHost *>
                ServerName one
                ErrorLog "$root/one log"
            </VirtualHost>
            <VirtualHost *>
                ServerName two
                ErrorLog "|/bin/cat >/dev/null"
            </VirtualHost>
            CONF
    },
);
write_file($h->document_root . '/handler.pl', <<'PERL');
package My::Name;
use Apache2::RequestIO   ();
use Apache2::RequestRec  ();
use Apache2::ServerRec   ();
use Apache2::ServerUtil  ();
my $first = Apache2::ServerUtil->server->error_fname;
sub handler {
    my $r = shift;
    my @names = ($first, $r->server->error_fname);
    for (my $s = Apache2::ServerUtil->server; $s; $s = $s->next) {
        push @names, $s->error_fname;
    }
    $r->print(join "\n", @names);
    return 0;
}
1;
PERL
$h->start;
my @names = split /\n/, get($h, '/name', headers => { Host => 'one' })->body;
my $root  = $h->document_root;
like $names[0], qr{/error}, 'start-up code sees the name of the error log';
is $names[1], "$root/one log", 'a handler that of its virtual host';
is_deeply [ sort @names[ 2 .. 4 ] ],
    [ sort $names[0], "$root/one log", '|/bin/cat >/dev/null' ],
    'each server has its own';

done_testing;
