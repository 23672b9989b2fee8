package Mehari::Test::Certificate;

# Keys and certificates for servers and clients of tests by TLS.

use Mehari::Perl;
use Exporter qw(import);

our @EXPORT = qw(certificate);

# Makes a key, $name.key, and a certificate that it signs itself, $name.crt;
# $name.pem has both. Returns false if openssl is missing or fails.
sub certificate ($folder, $name, $subject) {
    my $file = "$folder/$name";
    return
          !system 'openssl req -x509 -newkey rsa:2048 -nodes -days 2'
        . " -subj '$subject' -keyout $file.key -out $file.crt"
        . " 2>/dev/null && cat $file.key $file.crt >$file.pem";
}

1;
