# Apache2::HookRun: phases that Perl runs.

use Mehari::Test;
use Mehari::Test::Call;

my $h = call_server(
    handlers => { '/made' => 'TestHookRun::made' },
    config   => <<'CONF',
PerlModule TestHookRun
PerlPostReadRequestHandler "sub { $_[0]->uri eq '/made/hand' \
    ? TestHookRun::all($_[0]) : -1 }"
<Location /dead>
PerlFixupHandler TestHookRun::dead
</Location>
<Location /early>
PerlFixupHandler TestHookRun::early
</Location>
ErrorDocument 403 "no entry"
CONF
);

is_called(
    $h,
    'TestHookRun',
    'phases',
    [
        'PerlAccessHandler',       'run_access_checker 0',
        'PerlAuthzHandler',        'run_auth_checker 0',
        'PerlAuthenHandler',       'run_check_user_id 0',
        'PerlFixupHandler',        'run_fixups 0',
        'PerlHeaderParserHandler', 'run_header_parser 0',
        'PerlLogHandler',          'run_log_transaction 0',
        'PerlTypeHandler',         'run_type_checker 0'
    ]
);
is_called($h, 'TestHookRun', 'refuses', 403);
is_called($h, 'TestHookRun', 'lacks',
    qr/^\$r->run_handler\(\): the request has no handler yet/);

is get($h, '/made/usual')->body, 'made by httpd', 'phases that httpd runs';

# httpd ends the connection when the first phase answers.
for my $response (map { get($h, '/made/hand') } 1, 2) {
    is $response->status, 200,            'phases by hand: status';
    is $response->body,   'made by hand', 'phases by hand: response';
}
for my $response (get($h, '/dead', repeat => 2)) {
    is $response->status, 403,        'die(403) makes the status 403';
    is $response->body,   'no entry', 'die: the page for it';
}
is get($h, '/early')->body, 'made by early',
    'run_handler calls the handler that an early phase has set';

done_testing;
