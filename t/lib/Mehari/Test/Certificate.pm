package Mehari::Test::Certificate;

# Keys and certificates for servers and clients of tests by TLS.

use Mehari::Perl;
use Exporter qw(import);

our @EXPORT = qw(certificate);

# A key and the certificate that it has signed itself: $name.key, $name.crt,
# and in $name.pem both. False: openssl is not there, or cannot.
sub certificate ($folder, $name, $subject) {
    my $file = "$folder/$name";
    return
          !system 'openssl req -x509 -newkey rsa:2048 -nodes -days 2'
        . " -subj '$subject' -keyout $file.key -out $file.crt"
        . " 2>/dev/null && cat $file.key $file.crt >$file.pem";
}

1;
