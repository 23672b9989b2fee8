# Scripts that are requested by https see the same variables of mod_ssl as under
# mod_cgi.

use Mehari::Test;
use File::Temp qw(tempdir);
use Mehari::Test::Certificate;
use Mehari::Test::Gateway;
use Mehari::Test::Pair;

my $keys = tempdir(CLEANUP => 1, DIR => Mehari::Httpd::temp_dir());

plan skip_all => 'openssl cannot make a certificate'
    if !certificate($keys, 'server', '/O=Mehari/OU=Tests/CN=localhost')
    || !certificate($keys, 'client', '/C=ET/O=A Site/CN=A Client');
plan skip_all => 'curl is not installed' if !has_curl();

my @pair = pair(
    modules => [ 'ssl', 'authn_core', 'authz_user' ],
    config  => <<~"CONF",
        SSLEngine on
        SSLSessionCache none
        SSLCertificateFile "$keys/server.pem"
        SSLCACertificateFile "$keys/client.crt"
        SSLVerifyClient optional
        <Files "variables.pl">
        SSLOptions +StdEnvVars
        </Files>
        <Files "certificates.pl">
        SSLOptions +StdEnvVars +ExportCertData +LegacyDNStringFormat
        </Files>
        <Files "user.pl">
        SSLUserName SSL_CLIENT_S_DN_CN
        SSLOptions +StdEnvVars
        </Files>
        <Files "required.pl">
        SSLRequireSSL
        Require ssl-verify-client
        </Files>
        <Files "named.pl">
        Require expr "%{SSL_CLIENT_S_DN_CN} == 'A Client'"
        </Files>
        CONF
);
my @names = qw(plain variables certificates user required named);
for my $name (@names) {
    script($pair[0], "$name.pl", <<~'PERL');
        print "Content-Type: text/plain\n\n";
        print "$_=$ENV{$_}\n" for sort keys %ENV;
        PERL
}

# Status and body. Each connection has another session, and the certificate
# has fewer whole days left a moment after it was made.
sub asked ($path, @option) {
    return sub ($h) {
        my $url = $h->url($path) =~ s/\Ahttp:/https:/r;
        my ($exit, $text)
            = curl('-k', '--http1.1', '-w', "%{http_code}\n", @option, $url);
        return "exit $exit\n" . $text =~ s/^(SSL_SESSION_ID=)\w+/$1<id>/mr
            =~ s/^(SSL_CLIENT_V_REMAIN=)\d+/$1<days>/mr;
    };
}

my %answer;
for my $name (@names) {
    for my $who ('nobody', 'client') {
        my @option = $who eq 'client' ? ('--cert', "$keys/client.pem") : ();
        for my $round (1, 2) {
            my ($theirs, $ours)
                = both(\@pair, asked("/$name.pl/path?query", @option));
            is $ours, $theirs,
                "$name.pl for $who sees what it sees under mod_cgi";
            $answer{$name}{$who} = $ours;
        }
    }
}

# The answers contain such variables, so the test has compared something.
like $answer{plain}{client}, qr/^HTTPS=on\n/m,
    'HTTPS is set for a client with a certificate';
unlike $answer{plain}{client}, qr/^SSL_(?!TLS)/m,
    'without StdEnvVars no variable of TLS is set';
like $answer{variables}{nobody}, qr/^SSL_CIPHER=\S/m,
    '+StdEnvVars sets the cipher';
like $answer{variables}{client}, qr/^SSL_CLIENT_S_DN=CN=A Client,/m,
    '+StdEnvVars sets the name of the client';
like $answer{certificates}{client}, qr/^SSL_CLIENT_CERT=-----BEGIN/m,
    '+ExportCertData sets the certificate';
like $answer{user}{client}, qr/^REMOTE_USER=A Client\n/m,
    'SSLUserName sets REMOTE_USER';
like $answer{required}{nobody}, qr/403\n\z/,
    'a place that requires a certificate refuses a client without one';
like $answer{required}{client}, qr/200\n\z/,
    'a place that requires a certificate serves a client with one';
like $answer{named}{nobody}, qr/403\n\z/,
    'a place that requires a name refuses a client without one';
like $answer{named}{client}, qr/200\n\z/,
    'a place that requires a name serves the right client';

done_testing;
