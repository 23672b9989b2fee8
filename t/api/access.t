# Apache2::Access: passwords, realms, and what is allowed where.

use Mehari::Test;
use MIME::Base64 qw(encode_base64);
use Mehari::Test::Call;

my $h = answering(
    'TestAccess',
    modules  => [qw(authn_core authz_user auth_basic)],
    handlers => { '/methods' => 'TestAccess::methods' },
    config   => <<'CONF',
PerlModule TestAccess
<Location /realm>
SetHandler modperl
AuthType Basic
AuthName "the stable"
Require all granted
PerlFixupHandler TestAccess::check
PerlResponseHandler TestAccess::user
</Location>
<Location /call/TestAccess/names>
AuthType Basic
AuthName "the stable"
Require all granted
</Location>
<Location /call/TestAccess/untouched>
AuthType Basic
AuthName "the stable"
Require all granted
</Location>
<Location /call/TestAccess/options>
Options +ExecCGI
</Location>
<LocationMatch "^/call/TestAccess/(notes|without)$">
AuthName "the stable"
Require all granted
</LocationMatch>
CONF
);

subtest 'passwords' => sub {
    for my $response (get($h, '/realm', repeat => 2)) {
        is $response->status, 401, 'a request without a password gets 401';
        is $response->header('WWW-Authenticate'), 'Basic realm="the stable"',
            'the response asks for a password';
    }
    my %status = ('camel:hump' => 200, 'camel:wrong' => 401, 'x' => 401);
    for my $pair (sort keys %status) {
        my $response = get($h, '/realm',
            headers =>
                [ Authorization => 'Basic ' . encode_base64($pair, '') ]);
        is $response->status, $status{$pair}, $pair;
    }
    answers('without', 401, 'undef', 'Basic');
};

subtest 'realms' => sub {
    # mod_authn_core does not escape quotes in the header.
    answers(
        'names',  'the stable',    'Basic', 'a \"new\" one',
        'Digest', 'a \"new\" one', 'Digest'
    );
    answers('untouched', 'the stable', 'Basic');
    is_called($h, 'TestAccess', 'notes', qr/^Basic realm="the stable"\n/);
    answers('quoted', 'Basic realm="a \"new\" one"');
};

subtest 'what is allowed' => sub {
    answers('options', 'ExecCGI', 'none', 'mask');
    answers('rules',   'none',    0,      'undef');
    for my $response (get($h, '/methods', repeat => 2)) {
        is $response->status, 405, 'a method that is not allowed gets 405';
        my %allow = map { $_ => 1 } split /,/, $response->header('Allow');
        ok $allow{$_},      "the Allow header has $_" for qw(GET PUT POST);
        ok !$allow{DELETE}, 'the Allow header has no DELETE';
    }
};

done_testing;
