# XS modules that were built for mod_perl, as Debian packages them.

use Mehari::Test;
use File::Temp   qw(tempdir);
use MIME::Base64 qw(encode_base64);

for my $module (qw(Apache/SSLLookup Apache/AuthenHook)) {
    my ($there) = grep { -e "$_/$module.pm" } @INC;
    plan skip_all => "$module.pm is not installed" if !$there;
}
plan skip_all => 'curl is not installed'
    if system 'curl --version >/dev/null 2>&1';

my $dir = tempdir(CLEANUP => 1);
chmod 0755, $dir;
my $lib = fixture('api');

sub certificate () {
    system 'openssl req -x509 -newkey rsa:2048 -nodes -batch -days 2'
        . " -subj /CN=camel.example -keyout $dir/key -out $dir/cert"
        . ' >/dev/null 2>&1';
    return -s "$dir/cert";
}

sub curl ($h, $scheme, $path, @options) {
    my $url = "$scheme://127.0.0.1:" . $h->port . $path;
    open my $out, '-|', qw(curl -sk --max-time 20), @options, $url or die $!;
    local $/ = undef;
    return scalar <$out>;
}

my @common = (modules =>
        [qw(ssl authn_core authn_file authz_user auth_basic auth_digest)],);
my $load = <<"CONF";
PerlSwitches "-I$lib"
PerlModule Apache::SSLLookup TestXS
<Location /ssl>
SetHandler modperl
PerlResponseHandler TestXS::ssl
</Location>
<Location /early>
SetHandler modperl
PerlAccessHandler TestXS::early
PerlResponseHandler TestXS::noted
</Location>
CONF

my $plain = server(@common, config => $load);
for (1, 2) {
    is get($plain, '/ssl')->body,
        "Apache::SSLLookup\nApache2::RequestRec\n0\n\n/ssl\n\n",
        'SSLLookup works without TLS';
    is get($plain, '/early')->body, "off -\n",
        'SSLLookup before mod_ssl sees no TLS';
}

SKIP: {
    skip 'openssl cannot make a certificate', 4 if !certificate();
    my $tls = server(@common, config => $load . <<"CONF");
SSLEngine on
SSLSessionCache none
SSLCertificateFile "$dir/cert"
SSLCertificateKeyFile "$dir/key"
CONF
    for (1, 2) {
        like curl($tls, 'https', '/ssl'),
            qr{\AApache::SSLLookup\n.*\n1\nTLSv1\.\d\n/ssl\ncamel\.example\n},
            'SSLLookup sees the TLS connection';
        is curl($tls, 'https', '/early'), "on -\n",
            'SSLLookup before mod_ssl sees TLS';
    }
}

my $auth;
for my $mpm (qw(prefork event)) {
    $auth = server(
        @common,
        mpm    => $mpm,
        files  => { users => "llama:{SHA}X+P20IOR6OQ4YO2DvPxwi7+nErM=\n" },
        config => <<"CONF",
PerlSwitches "-I$lib"
PerlModule Apache::SSLLookup TestXS
PerlLoadModule Apache::AuthenHook
<Location />
SetHandler modperl
PerlResponseHandler TestXS::noted
AuthName stable
Require valid-user
</Location>
<Location /basic>
AuthType Basic
AuthBasicProvider TestXS::Basic file
AuthUserFile "\${DOCUMENT_ROOT}/users"
</Location>
# Releases before 2.4.71 need the realm here.
<Location /digest>
AuthType Digest
AuthName stable
AuthDigestProvider TestXS::Digest
</Location>
CONF
    );
    subtest "AuthenHook, $mpm" => \&asked;
}

sub basic ($pair) {
    my $coded = encode_base64($pair, '');
    return get($auth, '/basic',
        headers => [ Authorization => "Basic $coded" ]);
}

sub asked () {
    for (1, 2) {
        is get($auth, '/basic')->status, 401,
            'AuthenHook asks for a password';
        is basic('camel:hump')->body, "Apache2::RequestRec camel\n",
            'AuthenHook accepts a good password';
        is basic('camel:no')->status, 401,
            'AuthenHook refuses a wrong password';
        is basic('nobody:x')->status, 401,
            'AuthenHook refuses an unknown user';
        is basic('llama:spit')->status, 200, 'the next provider does';
        my $mark = $auth->error_log_mark;
        is basic('breaks:x')->status, 401,
            'a handler of AuthenHook that dies lets nobody in';
        log_like($auth, $mark, qr/the provider broke/);

        like curl($auth, 'http', '/digest', qw(--digest -u camel:hump)),
            qr/ camel$/, 'AuthenHook accepts a good digest';
        is curl($auth, 'http', '/digest', '-o', '/dev/null', '-w',
            '%{http_code}', qw(--digest -u camel:wrong)),
            401, 'AuthenHook refuses a wrong digest';
    }
    return;
}

done_testing;
