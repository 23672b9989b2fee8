# Configuration lines that a handler adds to its request in a worker, and its
# calls about authentication: AuthType and AuthName, Satisfy, ErrorDocument.

use Mehari::Test;

my $h = server(
    mpm     => 'event',
    modules =>
        [qw(authn_core authz_core authz_user auth_basic access_compat)],
    handlers => {
        '/added' => sub ($r) {
            $r->add_config(
                [ 'AuthType Basic', 'AuthName "a \"new\" realm"' ]);
            $r->note_basic_auth_failure;
            return 401;
        },
        '/added_none' => sub ($r) {
            $r->note_basic_auth_failure;
            return 401;
        },
        '/named' => sub ($r) {
            $r->auth_name('another');
            $r->note_basic_auth_failure;
            return 401;
        },
        '/compat' => sub ($r) {
            $r->print(join ' ', $r->satisfies, $r->some_auth_required,
                $r->auth_name);
            return 0;
        },
        '/document' => sub ($r) {
            $r->add_config(['ErrorDocument 404 "none of this"']);
            return 404;
        },
        '/foreign' => sub ($r) {
            eval {
                $r->add_config([ 'PerlSetVar A b', 'Require valid-user' ]);
            };
            $r->print($@, $r->dir_config('A') // 'unset');
            return 0;
        },
        '/nested' => sub ($r) {
            eval {
                $r->add_config(
                    [ '<Limit GET>', 'AuthType Basic', '</Limit>' ]);
            };
            $r->print($@);
            return 0;
        },
    },
    config => <<~'CONF',
        PerlPool default workers=1
        PerlUsePool default
        PerlModule Apache2::Access
        <Location "/compat">
        Satisfy any
        AuthType Basic
        AuthName "of the place"
        Require valid-user
        Allow from all
        </Location>
        <Location "/named">
        AuthType Basic
        AuthName "of the place"
        Require all granted
        </Location>
        CONF
);

for my $got (get($h, '/added', repeat => 2)) {
    is $got->status, 401, 'a worker asks for a password';
    is $got->header('WWW-Authenticate'), 'Basic realm="a \"new\" realm"',
        'the client sees the AuthName that the handler has added';
}
is get($h, '/named')->header('WWW-Authenticate'), 'Basic realm="another"',
    "a handler's auth_name replaces that of the place";
is get($h, '/added_none')->header('WWW-Authenticate'), undef,
    'an AuthName that was added ends with its request';
is get($h, '/compat')->body, '1 1 of the place',
    'a worker knows Satisfy, Require and AuthName of its place';
my $missing = get($h, '/document');
is $missing->status, 404,            'a status with an added ErrorDocument';
is $missing->body,   'none of this', 'the added ErrorDocument is sent';
like get($h, '/foreign')->body,
    qr/has\ failed:\ Invalid\ command\ 'Require':\ it\ is\ no\ directive\ .*
       \ in\ a\ phase\ before\ the\ response,\ or\ set\ PerlUsePool\ none
       \ there\ \(line\ 2\).*unset\z/sx,
    'a directive of another module: the error says what to do';
like get($h, '/nested')->body,
    qr/Invalid command 'AuthType': it is no directive .*\(line 2\)/,
    'AuthType for some methods only: the error says what to do';

done_testing;
