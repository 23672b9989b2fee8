# Perl code in the configuration, after virtual hosts that have no Perl
# directive yet: the code runs, and may look at those hosts and give them
# handlers.

use Mehari::Test;

my $h = server(config => <<'CONF');
<VirtualHost *>
ServerName base.example
</VirtualHost>
<VirtualHost *>
ServerName camel.example
</VirtualHost>
PerlSetVar kept base
<Perl>
package My;
sub mark { my ($r) = @_; $r->notes->add(mark => 'pushed'); return 0 }
our $said = '';
for (my $s = Apache2::ServerUtil->server; $s; $s = $s->next) {
    next if ($s->server_hostname // '') ne 'camel.example';
    $said = join ' ', map { $_ // 'undef' } $s->dir_config('kept'),
        $s->is_perl_option_enabled('Fixup') ? 1 : 0,
        $s->is_perl_option_enabled('Autoload') ? 1 : 0;
    $s->dir_config->set(own => 'camel');
    $s->push_handlers(PerlFixupHandler => \&mark);
    $s->push_handlers(PerlPostReadRequestHandler => \&mark);
}
</Perl>
<Location "/">
SetHandler modperl
PerlResponseHandler "sub { my $r = shift; $r->print(join ' ', $My::said, \
    map { $_ // 'undef' } $r->server->dir_config('own'), \
    $r->server->dir_config('kept'), $r->notes->get('mark')); 0 }"
</Location>
CONF

is get($h, '/', headers => [ Host => 'base.example' ])->body,
    'undef 1 0 undef base', 'a host that Perl code left alone';
is get($h, '/', headers => [ Host => 'camel.example' ])->body,
    'undef 1 0 camel base pushed pushed', 'the one that it changed';

done_testing;
