# Under -T: what comes from the client is tainted, what the program sets is not,
# and a program that has set a clean PATH may start others, under both
# handlers. Starting a program does not bring CGI's variables into %ENV.

use Mehari::Test;

my $server = server(
    workers  => 1,
    handlers => {
        '/modperl'     => \&look,
        '/perl-script' => [ \&look, 'SetHandler perl-script' ],
    },
    config => "PerlSwitches -T\nSetEnv FROM_HTTPD yes\n",
);

sub look ($r) {
    require Scalar::Util;
    my %do = (
        clean => sub {
            delete @ENV{qw(IFS CDPATH ENV BASH_ENV)};
            $ENV{PATH} = '/usr/bin:/bin';
            my $said = `echo started`;
            return $said . join ' ',
                grep { /^(?:FROM|GATEWAY)_/ } sort keys %ENV;
        },
        unclean => sub {
            delete @ENV{qw(IFS CDPATH ENV BASH_ENV)};
            return eval { `echo started` } // $@ =~ s/ at .*//sr;
        },
        query => sub {
            return Scalar::Util::tainted($ENV{QUERY_STRING})
                ? 'tainted'
                : 'not';
        },
    );
    $r->print($do{ $r->args }->());
    return 0;
}

my %expected = (
    '/modperl?clean'   => "started\n",
    '/modperl?unclean' => 'Insecure $ENV{PATH} while running with -T switch',
    '/perl-script?clean'   => "started\nFROM_HTTPD GATEWAY_INTERFACE",
    '/perl-script?unclean' =>
        'Insecure $ENV{PATH} while running with -T switch',
    '/perl-script?query' => 'tainted',
);
for my $round (1 .. 3) {
    is get($server, $_)->body, $expected{$_},
        "$_ sees tainted variables in round $round"
        for sort keys %expected;
}

done_testing;
