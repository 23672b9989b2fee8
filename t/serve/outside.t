# The server's outside: its addresses, and the clients that can reach it:
# --host, --https, --open; and the lines of requests.

use Mehari::Test;
use File::Temp qw(tempdir);
use IO::Socket::IP;
use Mehari::Serve::Address;
use Mehari::Serve::Certificate;
use Mehari::Test::Serve;

my $site = Mehari::Test::Serve::site(
    'hello.pl' => qq(#!/usr/bin/perl\nprint "Content-Type: text/plain\\n\\n",)
        . qq( \$ENV{HTTPS} // 'plain', "\\n";\n),
    'die.pl' => "#!/usr/bin/perl\ndie 'no luck';   # here it is\n",
);
my ($mode) = Mehari::Test::Serve::cgi_modes();
$ENV{XDG_DATA_HOME} = my $data = tempdir(CLEANUP => 1);

# An address of this machine that is not a loopback one: the source of a
# datagram to elsewhere. No datagram is sent.
sub other_address () {
    my $socket = IO::Socket::IP->new(
        PeerHost => '192.0.2.1',
        PeerPort => 9,
        Proto    => 'udp',
    ) or return undef;
    my $address = $socket->sockhost;
    return Mehari::Serve::Address::loopback($address) ? undef : $address;
}

subtest 'who is the developer' => sub {
    my %own = (REMOTE_ADDR => '127.0.0.1', HTTP_HOST => 'localhost:80');
    my $is  = sub (%more) {
        return Mehari::Serve::Address->is_own({ %own, %more }) ? 1 : 0;
    };
    is $is->(), 1, 'a browser on this machine';
    is $is->(HTTP_HOST => $_), 1, "a browser that says $_ is on this machine"
        for '127.0.0.1:8080', '[::1]:8080', 'LOCALHOST';
    is $is->(REMOTE_ADDR => $_), 1, "a client at $_ is the developer"
        for '::1', '::ffff:127.0.0.1';
    is $is->(REMOTE_ADDR => $_), 0, "a client at '$_' is not the developer"
        for '192.0.2.1', '2001:db8::1', '127.0.0.1.example', '';
    is $is->(HTTP_HOST => $_), 0,
        "a client that names the host '$_' is not the developer"
        for 'evil.example:8080', '', '127.0.0.1.evil.example';
    is $is->("HTTP_$_" => '127.0.0.1'), 0,
        "a client through a proxy ($_) is not the developer"
        for qw(X_FORWARDED_FOR FORWARDED VIA X_FORWARDED_HOST);
};

subtest 'this machine only' => sub {
    my $server = Mehari::Test::Serve->start($site);
    like $server->url, qr{\Ahttp://127\.0\.0\.1:\d+\z},
        'mehari serve listens to this machine by default';
    is $server->errors, '', 'this machine only: no warning';
    like $server->html("/$mode/die.pl"), qr/here it is/,
        'this machine is shown the source of an error';
    my $passed_on
        = $server->get("/$mode/die.pl", 'X-Forwarded-For' => '192.0.2.1');
    is $passed_on->{status}, 500, 'a request through a proxy';
    unlike $passed_on->{content}, qr/no luck|here it is|\Q$site\E/,
        'a client through a proxy is not told why it failed';
    is $server->end, 0, 'the server ends with status 0';
};

subtest 'other machines' => sub {
    my $address = other_address()
        // plan skip_all => 'this machine has no other address';
    my $server = Mehari::Test::Serve->start($site, '--host', '0.0.0.0');
    like $server->errors, qr/\Amehari: warning: everyone who can reach this /,
        'mehari serve warns that others can reach it';
    like $server->url, qr{\Ahttp://127\.0\.0\.1:},
        'the address for this machine is printed';
    like $server->output, qr{^  elsewhere +http://\S+:\d+/$}m,
        'the address for other machines is printed';
    like $server->html("/$mode/die.pl"), qr/here it is/,
        'sources are shown here';

    my ($port) = $server->url =~ /:(\d+)\z/;
    local $server->{url} = "http://$address:$port";
    is $server->body("/$mode/hello.pl"), "plain\n",
        'a script is served to other machines';
    for my $accept ('text/html', '*/*') {
        my $page
            = $server->get("/$mode/die.pl", Accept => $accept)->{content};
        like $page, qr/terminal of mehari serve shows the error/,
            "other machines get no reason, for $accept";
        unlike $page, qr/no luck|here it is|\Q$site\E/,
            'the page for other machines has no more than that';
    }
    is $server->get('/mehari-status')->{status}, 200,
        'the status page is for who has the same address'
        if $mode eq 'perl-cgi';
    ok $server->wait_for(sub { $server->output =~ /GET .*hello\.pl  from / }),
        'the terminal tells who asks';
    is $server->end, 0, 'the server ends with status 0';

    ($server) = Mehari::Test::Serve->start($site, '--host', $address);
    like $server->url, qr{\Ahttp://\Q$address\E:},
        'one address is printed for one that is given';
    is $server->body("/$mode/hello.pl"), "plain\n",
        'a script is served at the given address';
    my ($on) = $server->url =~ /:(\d+)\z/;
    ok !IO::Socket::IP->new(PeerHost => '127.0.0.1', PeerPort => $on),
        'mehari serve listens to no other address';
};

subtest 'IPv6' => sub {
    IO::Socket::IP->new(LocalHost => '::1', Listen => 1)
        or plan skip_all => 'this machine has no ::1';
    my $server = Mehari::Test::Serve->start($site, '--host', '::1');
    like $server->url, qr{\Ahttp://\[::1\]:},
        'the address of IPv6 is printed';
    is $server->errors, '', 'an IPv6 address makes no warning';
    is $server->body("/$mode/hello.pl"), "plain\n",
        'a script is served by IPv6';
};

sub https ($server, $path) {
    my $file = "$data/mehari/https/localhost.pem";
    return HTTP::Tiny->new(
        verify_SSL  => 1,
        SSL_options =>
            { SSL_ca_file => $file, SSL_verifycn_name => 'localhost' },
        timeout => 30,
    )->get($server->url . $path);
}

subtest 'https' => sub {
    eval { require IO::Socket::SSL; 1 }
        or plan skip_all => 'IO::Socket::SSL is not installed';
    defined Mehari::Serve::Certificate::openssl('version')
        or plan skip_all => 'openssl is not installed';
    my $file = "$data/mehari/https/localhost.pem";
    my %seen;
    for my $time (1, 2) {
        my $server = Mehari::Test::Serve->start($site, '--https');
        like $server->url, qr{\Ahttps://127\.0\.0\.1:},
            'the address of https is printed';
        my $response = https($server, "/$mode/hello.pl");
        is $response->{content}, "on\n",
            'a script is served by https, and its name is right'
            or diag explain $response;
        my ($print)
            = $server->output =~ /^  SHA-256 +((?:[0-9A-F]{2}:){31}..)$/m;
        ok defined $print, 'the fingerprint is told';
        $seen{$print} = 1;
        my $real = Mehari::Serve::Certificate::openssl(
            qw(x509 -noout -fingerprint -sha256 -in), $file);
        like $real, qr/=\Q$print\E$/,
            'the printed fingerprint is that of the certificate';
        unlike $server->output, qr/^  warn/m, 'https makes no warning';
        is $server->end, 0, 'the server ends with status 0';
    }
    is keys %seen, 1, 'the certificate stays between starts';
    is sprintf('%o', (stat $file)[2] & 07777), '600',
        'the certificate is readable for its user only';
    is sprintf('%o', (stat $file =~ s{/[^/]*\z}{}r)[2] & 07777), '700',
        'the folder of the certificate is for its user only';

    my $where       = Mehari::Serve::Address->new('localhost');
    my $certificate = Mehari::Serve::Certificate->new($where);
    ok $certificate->is_usable, 'a certificate for the address will do';
    Mehari::Test::Serve::write_file($file, "nothing\n");
    ok !$certificate->is_usable, 'a file that is no certificate will not do';
    my $text = $certificate->prepare->fingerprint;
    like $text, qr/\A[0-9A-F:]{95}\z/,
        'a wrong file is replaced by a certificate';
    ok !$seen{$text}, 'a certificate that is made anew is another';
    is_deeply [ glob "$data/mehari/https/*" ], [$file],
        'no other file of a certificate stays';

    my $other = Mehari::Serve::Certificate->new(
        Mehari::Serve::Address->new('192.0.2.7'));
    isnt $other->file, $file,
        'the certificate of another address has its own file';
    rename $file, $other->file or die "Cannot rename: $!";
    ok !$other->is_usable, 'a certificate has to name its address';
    ok $other->prepare->is_usable,
        'a certificate for another address is made usable';
};

subtest 'the browser' => sub {
    my $bin = tempdir(CLEANUP => 1);
    Mehari::Test::Serve::write_file("$bin/look", <<~"SH", 0755);
        #!/bin/sh
        echo "\$*" >$bin/new; mv $bin/new $bin/seen
        SH
    local $ENV{BROWSER} = "no-such-program:$bin/look --at=%s -x:other";
    my $server = Mehari::Test::Serve->start($site, '--open');
    ok $server->wait_for(sub { -e "$bin/seen" }),
        'the program of BROWSER is started';
    is Mehari::Test::Serve::read_file("$bin/seen"),
        '--at=' . $server->url . "/ -x\n",
        'the program of BROWSER gets the address';
    local $ENV{BROWSER} = "$bin/look";
    unlink "$bin/seen";
    $server = Mehari::Test::Serve->start($site, '--open');
    ok $server->wait_for(sub { -e "$bin/seen" }), 'a command without %s';
    is Mehari::Test::Serve::read_file("$bin/seen"), $server->url . "/\n",
        'the program of BROWSER gets the address at its end';
};

subtest 'logs' => sub {
    my $dir    = Mehari::Test::Serve::public_dir();
    my $server = Mehari::Test::Serve->start($site, '--quiet', '--access-log',
        "$dir/access_log");
    $server->body("/$mode/hello.pl?a=1&b=%5D%20x");
    $server->body("/$mode/die.pl");
    ok $server->wait_for(
        sub {
            Mehari::Test::Serve::read_file("$dir/access_log")
                =~ m{"GET /$mode/hello\.pl\?a=1&b=%5D%20x HTTP/1\.1" 200 \d+ "}
                && $server->output =~ /no luck/;
        }
        ),
        'a log, in the combined format, and errors in the terminal';
    unlike $server->output, qr/GET/,
        '--quiet leaves requests out of the terminal';
    is $server->end, 0, 'the server ends with status 0';
    ok -s "$dir/access_log", 'the access log stays where it was asked for';

    $server = Mehari::Test::Serve->start($site);
    $server->body("/$mode/hello.pl?a=1&b=%5D%20x");
    $server->body('/');
    $server->get('/nowhere?x');
    my $line = qr/\d\d:\d\d:\d\d +\d+\.\d\d ms/;
    ok $server->wait_for(
        sub {
            $server->output
                =~ m{^  200  $line  GET /$mode/hello\.pl\?a=1&b=%5D%20x\n}m
                && $server->output =~ m{^  200  $line  GET /\n}m
                && $server->output =~ m{^  404  $line  GET /nowhere\?x\n}m;
        }
        ),
        'without it there is a line for each request'
        or diag $server->output;
};

sub refused ($pattern, @args) {
    my ($status, undef, $error)
        = Mehari::Test::Serve::command('serve', '--port', 0, @args, $site);
    isnt $status, 0, "mehari serve refuses: @args";
    like $error, qr/\Amehari: [^\n]*$pattern[^\n]*\n\z/,
        'the refusal has one sentence with the reason';
    return;
}
refused(qr/neither an address nor a name/, '--host', 'no such host');
refused(qr/neither an address nor a name/, '--host', '');
refused(qr/192\.0\.2\.77 is not an addr/,  '--host', '192.0.2.77');
refused(qr/--debug is for this machine/,   '--host', '0.0.0.0', '--debug');
{
    local $ENV{XDG_DATA_HOME} = '/proc/nowhere';
    refused(qr/set XDG_DATA_HOME to a dir/, '--https');
}

done_testing;
