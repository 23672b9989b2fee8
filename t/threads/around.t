# Perl outside of the phases of a request: filters, connections, providers, and
# pools beside the interpreter of the process.

use Mehari::Test;
use Mehari::Test::Threads;

plan skip_all => 'mod_perl has an interpreter for each thread'
    if ($ENV{MEHARI_TEST_MODULE} // '') eq 'mod_perl';

subtest 'filters of a file' => sub {
    my $h = threads_server(
        config => <<~'CONF',
            <Location /filtered>
                PerlOutputFilterHandler Turns::upper
            </Location>
            PerlOutputFilterHandler Turns::of_connection
            CONF
        files => { 'filtered/page' => 'abc' x 50_000 },
    );
    my $failed = at_once(
        8,
        sub ($number) {
            my $client = client($h);
            for my $time (1 .. 10) {
                my $page = $client->request('/filtered/page?who=f');
                return 0 if $page->body ne 'ABC' x 50_000;
                my $who = "f${number}t$time";
                return 0
                    if $client->request("/turns?who=$who")->body
                    !~ /\A$who .* $who\n\z/;
            }
            return 1;
        }
    );
    is $failed, 0, 'eight clients get it, and other pages between';
    unlike $h->error_log, qr/mixed up/, 'filters run by turns';
};

subtest 'a protocol in Perl' => sub {
    my $h    = threads_server(start => 0);
    my $port = $h->free_port;
    $h->{config} .= <<~"CONF";
        PerlInterpWait 2
        Listen 127.0.0.1:$port
        <VirtualHost *:$port>
            PerlPreConnectionHandler Turns::greet
            PerlProcessConnectionHandler Turns::echo
        </VirtualHost>
        CONF
    $h->start;
    for my $round (1, 2) {
        my $client = client($h, timeout => 10);
        $client->{port} = $port;
        $client->send("hello $round\n");
        is $client->read_until(qr/\n/), "hello $round\n",
            "a protocol in Perl speaks in round $round";
        is get($h, '/turns?who=late')->status, 503,
            'other requests wait while a protocol runs';
        $client->close;
        is get($h, '/turns?who=me')->status, 200,
            'other requests are served when a protocol ends';
    }
};

subtest 'a pool beside it' => sub {
    my $h = threads_server(
        config => <<~'CONF',
            <Location /pooled>
                SetHandler modperl
                PerlResponseHandler Turns::pid
                PerlAccessHandler Turns::headers
                PerlUsePool default
            </Location>
            CONF
    );
    my ($here) = get($h, '/turns?do=pid')->body =~ /(\d+)/;
    for my $round (1, 2) {
        my $pooled = get($h, '/pooled?who=p')->body;
        like $pooled, qr/\A\d+\n\z/, "a worker answers, $round";
        isnt $pooled, "$here\n",
            'a pool beside a threaded MPM is another process';
    }
    unlike $h->error_log, qr/mixed up/, 'the access handler ran here';
};

subtest 'only pools' => sub {
    my $h = server(
        mpm      => 'event',
        handlers => { '/pooled' => [ 'Turns::pid', 'PerlUsePool default' ] },
        config   => sub ($h) {
            my $lib = fixture('threads');
            return <<~"CONF";
                PerlSwitches -I$lib
                PerlModule Turns
                CONF
        },
        log_level => 'warn perl:debug',
    );
    like get($h, '/pooled')->body, qr/\A\d+\n\z/,
        'a worker answers if only pools have Perl';
    my $pid = $h->pid;
    unlike $h->error_log, qr/started in process $pid\b/,
        'httpd has no Perl if only pools have it';
};

# httpd reads its configuration twice, and knows its MPM only the second time.
subtest 'code of the configuration' => sub {
    my $h = server(
        mpm    => 'event',
        config => <<~'CONF',
            PerlLoadModule Apache2::Module
            <Perl>
            push @PerlSetVar, 'Said here';
            </Perl>
            <Location /said>
                SetHandler modperl
                PerlResponseHandler "sub { $_[0]->print($_[0]->dir_config('Said')); 0 }"
            </Location>
            CONF
    );
    is get($h, '/said')->body, 'here', "code of the configuration runs, $_"
        for 1, 2;
};

done_testing;
