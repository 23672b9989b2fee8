# Providers of authentication and authorization in Perl: by directive and by
# Apache2::RequestUtil::register_auth_provider, for Basic and Digest, aliases,
# .htaccess, errors in providers, restarts.

use Mehari::Test;
use Digest::MD5  qw(md5_hex);
use MIME::Base64 qw(encode_base64);

my $lib     = fixture('api');
my @modules = qw(
    authn_core authn_file authz_core authz_user auth_basic auth_digest
);
my $begin = qq{PerlSwitches "-I$lib"\n};

# A section with AuthType Basic and more lines.
sub basic ($path, @lines) {
    return join "\n", "<Location $path>", 'AuthType Basic',
        'AuthName "the well"', @lines, "</Location>\n";
}

my $h = server(
    modules => \@modules,
    files   => {
        'kept/.htaccess' => "Require checked ala baku\n",
        'kept/page'      => 'kept',
        'joke/.htaccess' => "Require checked joke\n",
        'joke/page'      => 'never seen',
    },
    config => $begin
        . <<~'CONF'
        PerlConfigRequire TestAuth.pm
        <Perl>
        TestAuth::try_wrong();
        TestAuth::register('authn', 'coded', \&TestAuth::staff,
            \&TestAuth::realm_hash);
        TestAuth::register('authn', 'named', 'TestAuth->guests');
        TestAuth::register('authz', 'checked', \&TestAuth::on_duty,
            \&TestAuth::names_only);
        TestAuth::register('authz', 'noted', sub { 1 },
            'TestAuth::note_line');
        TestAuth::register('authn', 'twice', sub { 0 });
        TestAuth::register('authn', 'twice', sub { 1 });
        </Perl>
        PerlAddAuthnProvider staff TestAuth::staff
        PerlAddAuthnProvider guests TestAuth->guests
        PerlAddAuthnProvider inline "sub { $_[2] eq 'open sesame' }"
        PerlAddAuthnProvider strange TestAuth::strange
        PerlAddAuthzProvider duty TestAuth::on_duty
        PerlAddAuthzProvider odd TestAuth::strange_line
        <IfModule mod_perl.c>
        <AuthnProviderAlias coded other>
        </AuthnProviderAlias>
        </IfModule>
        <AuthzProviderAlias checked day "ala chinguetti">
        </AuthzProviderAlias>
        <Location />
        SetHandler modperl
        PerlResponseHandler TestAuth::answer
        </Location>
        <Location /nested>
        PerlResponseHandler TestAuth::nested
        </Location>
        <Location /lines>
        PerlResponseHandler TestAuth::lines
        Require noted  a "b c"
        </Location>
        <Location /late>
        PerlResponseHandler TestAuth::wrong
        </Location>
        <Location /refused>
        PerlResponseHandler TestAuth::refused
        </Location>
        <Location /digest>
        AuthType Digest
        AuthName "the well"
        AuthDigestProvider coded
        Require valid-user
        </Location>
        <Directory "${DOCUMENT_ROOT}">
        AllowOverride All
        </Directory>
        CONF
        . basic('/one',     'AuthBasicProvider staff',   'Require valid-user')
        . basic('/inline',  'AuthBasicProvider inline',  'Require valid-user')
        . basic('/coded',   'AuthBasicProvider coded',   'Require valid-user')
        . basic('/twice',   'AuthBasicProvider twice',   'Require valid-user')
        . basic('/alias',   'AuthBasicProvider other',   'Require valid-user')
        . basic('/strange', 'AuthBasicProvider strange', 'Require valid-user')
        . basic(
        '/named', 'AuthBasicProvider named staff', 'Require valid-user'
        )
        . basic(
        '/file',
        'AuthBasicProvider guests file',
        'AuthUserFile "${ROOT}/conf/users"',
        'Require valid-user'
        )
        . basic(
        '/both', 'AuthBasicProvider staff guests', 'Require valid-user'
        )
        . basic('/duty', 'AuthBasicProvider staff', 'Require duty ala  camel')
        . basic('/day',  'AuthBasicProvider staff guests', 'Require day')
        . basic('/kept', 'AuthBasicProvider staff')
        . basic('/joke', 'AuthBasicProvider staff')
        . basic(
        '/any',                 'AuthBasicProvider staff',
        '<RequireAny>',         'Require duty nobody',
        'Require checked baku', '</RequireAny>'
        )
        . basic(
        '/not',                  'AuthBasicProvider staff',
        '<RequireAll>',          'Require valid-user',
        'Require not duty baku', '</RequireAll>'
        )
        . join(
        '',
        map {
            basic(
                "/odd-$_",        'AuthBasicProvider staff',
                '<RequireAll>',   'Require valid-user',
                "Require odd $_", '</RequireAll>'
                ),
                basic(
                "/notodd-$_",         'AuthBasicProvider staff',
                '<RequireAll>',       'Require valid-user',
                "Require not odd $_", '</RequireAll>'
                )
        } qw(dies exits nothing number good)
        ),
    start => 0,
);
write_file($h->root . '/conf/users',
    "atar:{SHA}0DPiKuNIrrVmD8IUCuw1hQxNqZc=\n");    # admin
$h->start;

sub credentials ($user, $password) {
    return [
        Authorization => 'Basic ' . encode_base64("$user:$password", '') ];
}

# Asks twice, over one connection: for the status, and for 200 also the body.
sub visit ($path, $user, $password, $status, $body = undef) {
    local $Test::Builder::Level = $Test::Builder::Level + 1;
    my @with
        = defined $user ? (headers => credentials($user, $password)) : ();
    my $who = defined $user ? "$user with $password" : 'nobody';
    for my $response (get($h, $path, @with, repeat => 2)) {
        is $response->status, $status, "$path for $who: $status";
        is $response->body, "$body\n",
            'the handler of the place has seen what it should'
            if defined $body;
    }
    return;
}

subtest 'passwords' => sub {
    for my $path (qw(/one /coded)) {
        my $name = $path eq '/one' ? 'staff' : 'coded';
        visit($path, 'ala',   'sand', 200, "ala: staff($name)");
        visit($path, 'baku',  'dune', 200, "baku: staff($name)");
        visit($path, 'ala',   'dune', 401);
        visit($path, 'ala',   '',     401);
        visit($path, 'camel', 'sand', 401);
        visit($path, undef,   undef,  401);
    }
    is get($h, '/one')->header('WWW-Authenticate'),
        'Basic realm="the well"', 'the client is asked';
    visit('/inline', 'ala',  'open sesame', 200, 'ala: ');
    visit('/inline', 'ala',  'open',        401);
    visit('/twice',  'anna', 'any',         200, 'anna: ');
};

subtest 'several providers' => sub {
    visit('/both', 'ala', 'sand', 200, 'ala: staff(staff)');
    visit('/both', 'chinguetti', 'well', 200,
        'chinguetti: staff(staff) TestAuth(guests)');
    visit('/both',  'ala',        'never asked for', 401);
    visit('/both',  'camel',      'sand',            401);
    visit('/named', 'chinguetti', 'well', 200, 'chinguetti: TestAuth(named)');
    visit('/named', 'baku', 'dune', 200,
        'baku: TestAuth(named) staff(staff)');
    visit('/file', 'chinguetti', 'well', 200, 'chinguetti: TestAuth(guests)');
    visit('/file', 'atar',       'admin', 200, 'atar: TestAuth(guests)');
    visit('/file', 'atar',       'wrong', 401);
};

subtest 'two users in turn' => sub {
    my %as = (
        A => [ '/duty', headers => credentials('ala',  'sand') ],
        B => [ '/both', headers => credentials('baku', 'dune') ],
    );
    my %sees = (
        A => "ala: staff(staff) duty[ala  camel](duty)\n",
        B => "baku: staff(staff)\n",
    );
    for my $seen (
        interleaved($h, [ sub ($name) { $as{$name} } ], rounds => 5))
    {
        is $seen->{response}->body, $sees{ $seen->{client} },
            "$seen->{client} in round $seen->{round} sees what is for that user";
    }
};

subtest 'authorization' => sub {
    my $ala = 'ala: staff(staff) duty[ala  camel](duty)';
    visit('/duty', 'ala',  'sand', 200, $ala);
    visit('/duty', 'baku', 'dune', 401);
    visit('/duty', 'ala',  'dune', 401);
    visit('/duty', undef,  undef,  401);
    visit('/any', 'baku', 'dune', 200,
        'baku: staff(staff) duty[nobody](duty) duty[baku](checked)');
    visit('/any', 'ala',  'sand', 401);
    visit('/not', 'ala',  'sand', 200);
    visit('/not', 'baku', 'dune', 401);
    is get($h, '/lines')->body, 'a "b c"', 'a line is parsed once';
};

subtest 'aliases' => sub {
    visit('/alias', 'ala', 'sand', 200, 'ala: staff(other)');
    visit('/alias', 'ala', 'dune', 401);
    visit('/day', 'ala', 'sand', 200,
        'ala: staff(staff) duty[ala chinguetti](day)');
    visit('/day', 'baku', 'dune', 401);
};

subtest '.htaccess' => sub {
    visit('/kept/page', 'ala', 'sand', 200,
        'ala: staff(staff) duty[ala baku](checked)');
    visit('/kept/page', undef, undef, 401);
    my $mark = $h->error_log_mark;
    visit('/joke/page', 'ala', 'sand', 500);
    log_like($h, $mark,
        qr/\.htaccess: .*this line is a bad joke.* \[(?:MH1125|MH1126)\]/s);
};

# A Digest header (RFC 7616), with the nonce of an earlier answer.
sub digest ($user, $password) {
    my ($nonce)
        = get($h, '/digest')->header('WWW-Authenticate') =~ /nonce="([^"]+)"/
        or return;
    my $answer = md5_hex(join ':', md5_hex("$user:the well:$password"),
        $nonce, '00000001', 'c', 'auth', md5_hex('GET:/digest'));
    my $header
        = qq(Digest username="$user", realm="the well", nonce="$nonce", )
        . qq(uri="/digest", algorithm=MD5, qop=auth, nc=00000001, cnonce="c")
        . qq(, response="$answer");
    return get($h, '/digest', headers => [ Authorization => $header ]);
}

subtest 'digest' => sub {
    for my $time (1, 2) {
        my $response = digest('ala', 'sand');
        is $response->status, 200, 'a right digest password is accepted';
        is $response->body, "ala: \n",
            'the handler sees the user of a digest';
        is digest('ala', 'dune')->status, 401,
            'a wrong digest password gets 401';
        is digest('camel', 'sand')->status, 401,
            'an unknown user of a digest gets 401';
        my $mark = $h->error_log_mark;
        is digest($_, '')->status, 500,
            "the useless hash '$_' is an error of the server"
            for qw(none undef object);
        log_like($h, $mark,
            qr/provider coded returned AUTH_USER_FOUND and left no hash.*\[MH2015\]/
        );
        log_like($h, $mark, qr/I am no text/);
    }
};

subtest 'strange answers' => sub {
    my %says = (
        dies  => [ 500, qr/the provider fell over/ ],
        exits =>
            [ 500, qr/provider strange called exit\(\) instead.*\[MH2013\]/ ],
        number => [
            500,
            qr/provider strange returned 17, .*:authn_status.*\[MH2014\]/
        ],
        object => [ 500, qr/I am no number/ ],
        map { $_ => [ 401, qr/Password Mismatch/ ] } qw(nothing undef word),
    );
    for my $what (sort keys %says) {
        my ($status, $log) = $says{$what}->@*;
        my $mark = $h->error_log_mark;
        visit('/strange', 'ala', $what, $status);
        log_like($h, $mark, $log);
        visit('/strange', 'ala', 'good', 200, 'ala: ');
    }
    my %odd = (
        dies    => [ 500, 500 ],
        exits   => [ 500, 500 ],
        number  => [ 500, 500 ],
        nothing => [ 403, 200 ],
        good    => [ 200, 403 ],
    );
    for my $what (sort keys %odd) {
        visit("/odd-$what",    'ala', 'sand', $odd{$what}[0]);
        visit("/notodd-$what", 'ala', 'sand', $odd{$what}[1]);
    }
};

subtest 'in the middle of a handler' => sub {
    is get($h, '/nested')->body, "401 mine mine\n",
        'a nested request without a password is refused';
    is get($h, '/nested', headers => credentials('ala', 'sand'))->body,
        "200 mine mine\n", 'a nested request with a password is accepted';
};

my $name = 'Apache2::RequestUtil::register_auth_provider()';

subtest 'wrong arguments' => sub {
    my @said = split /\n/, get($h, '/refused')->body;
    is_deeply \@said,
        [
        map { "$name: $_" }
            'argument 1: expected an APR::Pool object, got "pool" (p is not of type APR::Pool)',
        'argument 2 must be AUTHN_PROVIDER_GROUP or AUTHZ_PROVIDER_GROUP'
            . ' of Apache2::Const, not "auth"',
        'a provider needs a name',
        'argument 3 must not contain a NUL byte',
        'argument 4 must be the version that httpd looks for, "0", not "1"',
        'argument 5 must be a code reference or the name of a sub,'
            . ' not undef',
        'argument 5 must be a code reference or the name of a sub, not an'
            . ' ARRAY reference',
        'argument 6 must be a code reference, the name of a sub or undef,'
            . ' not a HASH reference',
        'argument 7 must be AUTH_INTERNAL_PER_URI or AUTH_INTERNAL_PER_CONF'
            . ' of Apache2::Const, not 2',
        'argument 7 must be an integer, not "conf"',
        'takes 7 arguments, got 5 (usage: '
            . $name =~ s/\)\z//r
            . 'pool, string, string, string, code, value, integer))'
        ],
        'each wrong argument has its sentence'
        or diag join "\n", @said;
    like get($h, '/late')->body,
        qr/\A\Q$name\E: Can't run 'register_auth_provider' after server startup/,
        'a provider cannot be registered in a request';
};

sub refused ($config, $pattern, $test) {
    my $bad = server(
        start   => 0,
        modules => \@modules,
        config  => $begin . $config
    );
    my ($good, $said) = $bad->configtest;
    ok !$good, "httpd does not start with the wrong argument: $test";
    return like $said, $pattern, $test;
}

subtest 'what does not start' => sub {
    refused(
        'PerlAddAuthnProvider staff No::Such::Module::nobody',
        qr/failed to resolve handler `\S+::nobody' \(\S+:\d+\): Can't locate/,
        'no such module'
    );
    refused(
        'PerlAddAuthnProvider staff',
        qr/PerlAddAuthnProvider takes two arguments/,
        'no handler'
    );
    refused(
        "<Location />\nPerlAddAuthzProvider a TestAuth::on_duty\n</Location>",
        qr/PerlAddAuthzProvider not allowed/,
        'in a container'
    );
    refused(
        "PerlAddAuthnProvider staff TestAuth::staff\n<Location />\n"
            . "AuthDigestProvider staff\n</Location>",
        qr/'staff' Authn provider doesn't support Digest/,
        'without get_realm_hash'
    );
    my $checked
        = "PerlConfigRequire TestAuth.pm\n<Perl>\n"
        . q{TestAuth::register('authz', 'checked', sub { 1 },}
        . " \\&TestAuth::names_only);\n</Perl>\n";
    refused(
        "$checked<Location />\nRequire checked 007\n</Location>",
        qr/\bRequire: '007' must be names/,
        'what parse_require_line says'
    );
    refused(
        qq{$checked<AuthzProviderAlias checked x "007">\n}
            . '</AuthzProviderAlias>',
        qr/<AuthzProviderAlias: '007' must be names/,
        'and for an alias'
    );
    refused(
        "$checked<Location />\nRequire checked joke\n</Location>",
        qr/this line is a bad joke/,
        'when it dies'
    );
    refused(
        "$checked<Perl>\nTestAuth::register('authz', 'x', 'No::Such');\n"
            . '</Perl>',
        qr/handler `No::Such' .*Can't locate/,
        'a callback by a name that is none'
    );
};

subtest 'restarts' => sub {
    my $again = server(
        start   => 0,
        workers => 1,
        modules => \@modules,
        config  => "PerlConfigRequire \${ROOT}/conf/provider.pl\n"
            . "Include \${ROOT}/conf/more.conf\n"
            . basic('/', 'AuthBasicProvider changing', 'Require valid-user'),
    );
    my $define = sub ($password, $more = '') {
        write_file($again->root . '/conf/more.conf',   $more);
        write_file($again->root . '/conf/provider.pl', <<~"PERL");
            use Apache2::RequestUtil ();
            use Apache2::ServerUtil ();
            use Apache2::ServerRec ();
            use Apache2::Process ();
            my \$good = '$password';
            Apache2::RequestUtil::register_auth_provider(
                Apache2::ServerUtil->server->process->pconf, 'authn',
                'changing', '0', sub { \$_[2] eq \$good }, undef, 1);
            1;
            PERL
    };
    my $statuses = sub (@passwords) {
        return join ' ', map {
            get($again, '/', headers => credentials('ala', $_))->status
        } @passwords;
    };
    write_file($again->document_root . '/index.html', 'seen');
    $define->(
        'first',
        "PerlAddAuthnProvider gone 'sub { 1 }'\n"
            . basic('/gone', 'AuthBasicProvider gone')
    );
    $again->start;
    is $statuses->('first', 'second'), '200 401',
        'both groups have their configured answers';
    for my $how (qw(graceful restart graceful)) {
        $define->("after $how");
        $again->$how;
        is $statuses->('first', "after $how"), '401 200',
            "both groups have new answers after $how";
    }
    write_file(
        $again->root . '/conf/more.conf',
        basic('/gone', 'AuthBasicProvider gone')
    );
    my ($good, $said) = $again->configtest;
    ok !$good, 'a provider whose line has gone';
    like $said, qr/Unknown Authn provider: gone/,
        'an error names the provider that is gone';
};

done_testing;
