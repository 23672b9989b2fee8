package Mehari::Test::Inside;

# Runs the cases of t/fixtures/api inside a server and reports their checks.

use Mehari::Perl;
use Exporter qw(import);
use Test::More;

use Mehari::Test;

our @EXPORT = qw(inside_server inside);

# modules: which of the fixtures to load; config: more configuration. A threaded
# MPM whose threads are all at work closes connections that it should keep.
sub inside_server (%option) {
    my $modules = delete $option{cases}  // [];
    my $config  = delete $option{config} // '';
    my $before  = delete $option{before} // '';
    my $library = fixture('api');
    return server(
        workers => ($option{mpm} // 'prefork') eq 'prefork' ? 1 : 4,
        %option,
        config => <<~"CONF" . $config,
            PerlSwitches "-I$library"
            $before
            PerlModule Inside @$modules
            <Location "/inside">
            SetHandler modperl
            PerlResponseHandler Inside
            </Location>
            <Location "/script">
            SetHandler perl-script
            PerlResponseHandler Inside
            </Location>
            CONF
    );
}

# Runs one case twice: the second request meets what the first has left. { path }
# is the path that it asks for, { client } the connection.
sub inside ($httpd, $case, %option) {
    my $path   = delete $option{path}   // '/inside';
    my $client = delete $option{client} // client($httpd);
    my $times  = delete $option{times}  // 2;
    return subtest $case => sub {
        for my $round (1 .. $times) {
            my $response = $client->request("$path?$case", %option);
            is $response->status, 200, "$case answers";
            report($response->body, $round);
        }
    };
}

sub report ($body, $round) {
    my @lines = split /\n/, $body;
    my $end   = pop @lines // '';
    is $end, 'done', 'all checks were made' or diag $body;
    for my $line (@lines) {
        my ($good, $name, $got, $expected) = split /\t/, $line;
        ok $good eq 'ok', "$name (request $round)"
            or diag "got: $got\nexpected: $expected";
    }
    return;
}

1;
