# A module with directives of its own, whose handler runs in a worker: the
# worker base loads it as httpd did. A question for the settings of these
# directives fails, with a message.

use Mehari::Test;

my $h = server(
    mpm      => 'event',
    start    => 0,
    handlers => { '/limits' => 'My::Limits' },
    config   => sub ($h) {
        my $lib = $h->document_root . '/lib';
        return <<~"CONF";
            PerlPool default workers=1
            PerlUsePool default
            PerlSwitches -I$lib
            PerlLoadModule My::Limits
            RowLimit 5
            CONF
    },
);
write_file($h->document_root . '/lib/My/Limits.pm', <<'PERL');
package My::Limits;
use Mehari::Perl;
use Apache2::Module      ();
use Apache2::RequestIO   ();
use Apache2::RequestRec  ();
use Apache2::RequestUtil ();
use Apache2::ServerUtil  ();
my @directives = ({
    name => 'RowLimit',
    func => sub ($self, $parms, $limit) { $self->{limit} = $limit; return },
});
Apache2::Module::add(__PACKAGE__, \@directives);
my $started = Apache2::ServerUtil::restart_count();

sub handler ($r) {
    my $args = $r->args // '';
    my $name = $args eq 'other' ? 'My::Other' : __PACKAGE__;
    my $of   = Apache2::Module::get_config($name, $r->server);
    $r->print(defined $of ? 'settings' : 'none', " $started");
    return 0;
}
1;
PERL
$h->start;

for my $got (get($h, '/limits?other', repeat => 2)) {
    is $got->status, 200, 'the handler is loaded, and runs';
    is $got->body, 'none 2',
        'it was loaded at the start; no module, no settings';
}

my $mark = $h->error_log_mark;
is get($h, '/limits')->status, 500, 'its settings are not in a worker';
log_like($h, $mark,
    qr/get_config\(\): only httpd itself .* or write PerlUsePool none at/);

done_testing;
