package Mehari::Test::Memcheck;

# Uses of a server that the runs under valgrind share: forms, filters and PSGI, in
# httpd and in workers.

use Mehari::Perl;
use Exporter qw(import);
use Test::More;

use Mehari::Test;
use Mehari::Test::Form;

our @EXPORT = qw(uses_config try_uses has_errors);

# Returns the configuration; $lines are added to each location.
sub uses_config ($lines = '') {
    my $dir = fixture('memcheck');
    return <<~"CONF";
        PerlRequire "$dir/uses.pl"
        <Location /upload>
        SetHandler modperl
        PerlResponseHandler Uses::upload
        $lines
        </Location>
        <Location /filtered>
        SetHandler modperl
        PerlResponseHandler Uses::filtered
        $lines
        </Location>
        <Location /psgi>
        SetHandler perl-psgi
        PerlPsgiApp "$dir/app.psgi"
        $lines
        </Location>
        CONF
}

sub try_uses ($ask) {
    my $body = form_body(form_part('; name="field"', 'word'),
        form_part('; name="file"; filename="a.text"', "line\n" x 20_000));
    my $answer = $ask->(
        '/upload',
        method  => 'POST',
        body    => $body,
        headers => [
            'Content-Type' => 'multipart/form-data; boundary=AaB',
            Cookie         => 'who=me',
        ]
    );
    is $answer->body, 'word a.text 120000 120000 20000 me',
        'valgrind: an upload, a field and a cookie';
    like $ask->('/filtered')->body, qr/\A(?:[123] enil\nx{5000}\n){3}\z/,
        'valgrind: a filter that a handler adds';
    like $ask->('/psgi/path', method => 'POST', body => 'y' x 20_000)->body,
        qr{\A/path y{20000}\z}, 'valgrind: a PSGI application streams';
    return;
}

# True if valgrind reported an error of a process. A process that is killed has no
# summary, so errors are found by the places that valgrind gives them. It gives one
# to a signal that ends the process too, and SIGTERM is no error.
sub has_errors ($file) {
    my $text = read_file($file);
    $text =~ s/^==\d+== Process terminating .* signal 15 .*\n(?:.*0x.*\n)+//m;
    return $text =~ /^==\d+==\s+at 0x/m;
}

1;
