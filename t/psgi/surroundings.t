# The knowledge of other modules of httpd about a request reaches the
# application: the user (REMOTE_USER, AUTH_TYPE), TLS and the client's
# certificate, SetEnv.

use Mehari::Test;
use File::Temp qw(tempdir);
use Mehari::Test::Certificate;

my $keys = tempdir(CLEANUP => 1, DIR => Mehari::Httpd::temp_dir());

plan skip_all => 'openssl cannot make a certificate'
    if !certificate($keys, 'server', '/CN=localhost')
    || !certificate($keys, 'client', '/O=A Site/CN=A Client');
plan skip_all => 'curl is not installed'
    if system 'curl --version >/dev/null 2>&1';

chmod 0755, $keys;
write_file("$keys/users",
    'ada:{SHA}' . `printf %s secret | openssl dgst -sha1 -binary | base64`);

my $app = <<~'APP';
    use v5.32; use warnings; use feature 'signatures'; no warnings 'experimental::signatures';
    sub ($env) {
        my @names = grep { !/\A(?:HTTP_|psgi)/ } keys %$env;
        [ 200, [], [ map { "$_=$env->{$_}\n" } sort @names, 'psgi.url_scheme' ] ];
    };
    APP

my @modules
    = ('ssl', map { "auth$_" } qw(n_core n_file z_user z_core _basic));

sub start ($mpm) {
    return server(
        mpm     => $mpm,
        workers => 4,
        modules => [ grep { $_ ne 'authz_core' } @modules ],
        files   => { 'app.psgi' => $app },
        config  => <<~"CONF",
            SSLEngine on
            SSLSessionCache none
            SSLCertificateFile "$keys/server.pem"
            SSLCACertificateFile "$keys/client.crt"
            SSLVerifyClient optional
            <Location "/site">
            SetHandler perl-psgi
            PerlPsgiApp "\${DOCUMENT_ROOT}/app.psgi"
            SSLOptions +StdEnvVars
            SetEnv SITE "a value"
            </Location>
            <Location "/site/members">
            PerlSetVar members only
            AuthType Basic
            AuthName members
            AuthBasicProvider file
            AuthUserFile "$keys/users"
            Require valid-user
            </Location>
            CONF
    );
}

sub curl (@arguments) {
    open my $out, '-|', 'curl', '-sk', @arguments or die "curl: $!\n";
    local $/ = undef;
    return <$out> // '';
}

for my $mpm (qw(prefork event)) {
    my $httpd  = start($mpm);
    my $base   = $httpd->url('') =~ s/\Ahttp:/https:/r;
    my $plain  = curl("$base/site/");
    my $known  = curl('--cert', "$keys/client.pem", "$base/site/");
    my $member = curl('-u',     'ada:secret', "$base/site/members/area");
    like $plain, qr/^$_$/m, "$mpm: $_"
        for 'HTTPS=on', 'psgi\.url_scheme=https',
        'SERVER_PORT=' . $httpd->port,
        'SSL_PROTOCOL=TLSv1\.\d', 'SSL_CLIENT_VERIFY=NONE', 'SITE=a value';
    unlike $plain, qr/^(?:REMOTE_USER|AUTH_TYPE)=/m,
        "$mpm: no name of a user is set";
    like $known, qr/^$_$/m, "$mpm: $_"
        for 'SSL_CLIENT_VERIFY=SUCCESS', 'SSL_CLIENT_S_DN_CN=A Client';
    like $member, qr/^$_$/m, "$mpm: $_"
        for 'REMOTE_USER=ada', 'AUTH_TYPE=Basic', 'PATH_INFO=/members/area',
        'SCRIPT_NAME=/site';
    unlike curl("$base/site/members/area"), qr/SITE=/,
        "$mpm: the application sees nobody who was not let in";
}

done_testing;
