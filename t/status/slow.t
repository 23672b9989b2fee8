# PerlSlowLog: a request that takes long is reported while it runs, with its
# Perl stack, and goes on. A request that is ended is reported, too.

use Mehari::Test;
use Mehari::Test::Gateway;
use Mehari::Test::Status;
use Mehari::Test::Worker;

sub slow_lines ($h) {
    return grep { /is slow/ } split /\n/, $h->error_log;
}

subtest 'scripts' => sub {
    my $h = gateway_server(
        perl_pool => 'request-timeout=2',
        config    => "PerlSlowLog 0.4\n"
    );
    my $slow = script($h, 'slow.pl', <<~'PERL');
        print "Content-Type: text/plain\n\n";
        sub wait_a_while { select undef, undef, undef, 1 }
        wait_a_while();
        print "done\n";
        PERL
    script($h, 'fast.pl', qq(print "Content-Type: text/plain\\n\\nx";\n));
    my $spins = script($h, 'spins.pl', <<~'PERL');
        print "Content-Type: text/plain\n\n";
        sub spin { 1 while 1 }
        spin();
        PERL
    is get($h, '/fast.pl')->body, 'x',      'a fast script is served';
    is get($h, '/slow.pl')->body, "done\n", 'a slow one comes to its end';
    my @lines = slow_lines($h);
    is @lines, 1, 'a slow script is reported once';
    like $lines[0], qr{:warn\].*\ pool\ default:\ \Q$slow\E\ is\ slow:
           \ it\ has\ been\ running\ for\ 0\.4\ s\ \(GET\ /slow\.pl;\ process\ \d+,
           \ 0\.\d\d\ s\ of\ CPU\);\ it\ was\ at
           \\nmain::wait_a_while\ at\ \Q$slow\E\ line\ 3\ .*\[MH3062\]}x,
        'the report of a slow script has all of it';
    is get($h, '/spins.pl')->status, 504, 'a script that spins is ended';
    @lines = slow_lines($h);
    is @lines, 2, 'a script that spins is reported twice';
    my ($end) = $h->error_log =~ /^(.* ran for more than 2 s .*)$/m;
    like $end,
        qr{GET /spins\.pl; process \d+, (?!0\.00)\d\.\d\d s of CPU\); it was},
        'the last report has the CPU of the script';
    like $end, qr/\\nmain::spin at \Q$spins\E line 3/,
        'the last report has the stack of the script';
};

subtest 'workers' => sub {
    my $h = worker_server(
        perl_pool => 'workers=1',
        config    => "PerlSlowLog 0.5\n" . status_config(),
    );
    my $client = client($h);
    for my $what ('first', 'by its lease') {
        like $client->request('/h?naps')->body, qr/\Atrue\n\d+\n\z/, $what;
    }
    my @lines = slow_lines($h);
    is @lines, 2, 'both slow workers are reported';
    like $_, qr{\(GET\ /h;\ process\ \d+,\ 0\.\d\d\ s\ of\ CPU\ in\ all\ its
                \ requests\);\ it\ was\ at\\nMy::Status::naps\ at}x,
        'slow workers are reported with their stacks'
        for @lines;
    $client->request('/h');
    is slow_lines($h), 2, 'a fast one is not';
};

subtest 'embedded' => sub {
    my $h = server(
        mpm     => 'prefork',
        workers => 2,
        config  => "PerlSlowLog 0.5\n" . status_config(),
    );
    get($h, '/h', repeat => 5);
    is slow_lines($h), 0, 'fast ones are not reported';
    for my $how (qw(sleeps spins)) {
        my $client = client($h);
        $client->send("GET /h?$how HTTP/1.0\r\nHost: x\r\n\r\n");
        my $busy = wait_until(
            sub {
                get($h, '/status?format=json')->body
                    =~ /"pid":(\d+),"kind":"httpd child","state":"busy"/;
                return $1;
            }
        );
        my $page = get($h, "/status?pid=$busy")->body;
        like $page, qr/<pre class="stack">My::Status::$how at /,
            "$how: its stack is in its page";
        like $client->read_all, qr/\ntrue\n\d+\n\z/,
            'a report does not disturb the handler';
    }
    my @lines = slow_lines($h);
    is @lines, 2, 'both slow handlers are reported once';
    like $lines[0],
        qr{:warn\].*\ My::Status\ is\ slow:\ it\ has\ been\ running\ for\ 0\.5\ s
           \ \(GET\ /h;\ process\ \d+,\ \d\.\d\d\ s\ of\ CPU\ in\ all
           \ its\ requests\);\ it\ was\ at\\nMy::Status::sleeps\ at.*\[MH2032\]}x,
        'a slow handler is reported with its stack';
    $h->graceful;
    get($h, '/h') for 1 .. 3;
    $h->stop;
    unlike $h->error_log, qr/exit signal (?!Term)/,
        'reported processes end as others do';
};

subtest 'mistakes' => sub {
    for my $value (qw(x -1 1s 90000 0.0001 1e999 nan)) {
        my $h = server(start => 0, config => "PerlSlowLog $value\n");
        my ($ok, $said) = $h->configtest;
        ok !$ok, "$value is refused as a time";
        like $said, qr/PerlSlowLog takes seconds from 0\.001 to 86400/,
            "PerlSlowLog $value: the message says why";
    }
};

done_testing;
