# Leases of templates: one of httpd's threads sends requests for a script to its
# template itself. Two servers, one of which never leases, give the same answers.

use Mehari::Test;
use List::Util  qw(max);
use Time::HiRes qw(sleep time);
use Mehari::Test::Gateway
    qw(gateway_server script children_of pool_processes wait_until);

my $COMMON = 'request-timeout=2 concurrency=8';
my %server = map {
    $_ => gateway_server(
        perl_pool => "$COMMON lease-after=$_",
        workers   => 1,
        config    => "PerlSlowLog 0.3\n",
    )
} 0, 1;
my ($plain, $h) = @server{ 0, 1 };
my $START = 3;    # requests after which there is a lease

script($_, 'ways.pl', <<'EOF_SCRIPT') for $plain, $h;
use strict;
use POSIX ();
our $count;
my $way = $ENV{QUERY_STRING};
# It is unknown how much of a short answer httpd has read when the script is
# killed. So one answer is kept back completely, and a part of the other is
# sent.
$| = $way ne 'kill';
print "Content-Type: text/plain\n", $way eq 'found' ? "Status: 404\n" : '',
    "\n", ++$count, " $ENV{REQUEST_METHOD} $way ";
print <STDIN>;
exit 3                             if $way eq 'exit';
print 'x' x 1_000_000              if $way eq 'cut';
kill KILL => $$                    if $way eq 'kill' || $way eq 'cut';
die "no more\n"                    if $way eq 'die';
POSIX::_exit(0)                    if $way eq 'at_once';
exec 'echo', 'executed'            if $way eq 'exec';
require Text::Wrap                 if $way eq 'load';
stop()                             if $way eq 'stop';
print STDERR "said\n"              if $way eq 'say';
sleep 1                            if $way eq 'slow';
sleep 30                           if $way eq 'late';
if ($way eq 'child' && !fork) { close $_ for *STDOUT, *STDERR; sleep 1; exit }
if ($way eq 'closes') { close $_ for *STDOUT, *STDERR; select undef, undef, undef, 0.3 }
print "whole\n";

# An executed script is a child of the manager; another test stops that.
sub stop {
    open my $of, '<', '/proc/' . getppid . '/cmdline';
    kill STOP => getppid if <$of> !~ /^mehari-pool/;
}
EOF_SCRIPT

# The answer as text: status, whether it was complete, and the bytes.
sub answer ($on, $path, %option) {
    my $response = get($on, $path, timeout => 20, %option);
    return join ' ', $response->status // 'none',
        $response->complete ? 'complete' : 'cut',
        ($response->body // '') =~ s/x{1000,}/x.../r;
}

# Sends a few requests in a row, so that a lease begins.
sub warm ($path = '/ways.pl?warm') {
    get($h, $path) for 1 .. $START;
    return;
}

sub without_manager ($on, $requests) {
    my $manager = pool_processes($on)->{default};
    kill STOP => $manager;
    my @answers = map { answer($on, '/ways.pl?alone') } 1 .. $requests;
    kill CONT => $manager;
    return \@answers;
}

subtest 'requests do not need the manager' => sub {
    warm();
    is_deeply without_manager($h, 20),
        [ ("200 complete 1 GET alone whole\n") x 20 ],
        'twenty requests are answered while it stands still';
};

subtest 'all ways to end' => sub {
    my @ways
        = qw(found exit kill cut die at_once exec load say child closes stop);
    for my $round (1 .. 3) {
        for my $way (@ways) {
            warm();
            my %option
                = $round == 3 ? (method => 'POST', body => 'data ') : ();
            is answer($h, "/ways.pl?$way", %option),
                answer($plain, "/ways.pl?$way", %option),
                "$way, round $round";
            is answer($h, '/ways.pl?next'),
                "200 complete 1 GET next whole\n", "the next after $way";
        }
    }
};

subtest 'clocks' => sub {
    warm();
    my $mark = $h->error_log_mark;
    is answer($h, '/ways.pl?slow'), "200 complete 1 GET slow whole\n",
        'a slow request';
    log_like($h, $mark, qr/ways\.pl is slow: .*\[MH3062\]/);
    warm();
    $mark = $h->error_log_mark;
    my $late = answer($h, '/ways.pl?late');
    is $late, answer($plain, '/ways.pl?late'),
        'a request that takes too long';
    log_like($h, $mark, qr/ways\.pl ran for more than 2 s.*\[MH3063\]/);
    is answer($h, '/ways.pl?next'), "200 complete 1 GET next whole\n",
        'the next request';
};

subtest 'a client that goes' => sub {
    my $here = $h->document_root . '/here';
    script($h, 'stays.pl', <<~"EOF_SCRIPT");
        print "Content-Type: text/plain\\n\\n";
        if (\$ENV{QUERY_STRING}) {
            open my \$to, '>', '$here' or die \$!;
            print {\$to} \$\$;
            close \$to;
            \$| = 1;
            print "." while select undef, undef, undef, 0.05 or 1;
        }
        print "a page\\n";
        EOF_SCRIPT
    chmod 0777, $h->document_root;
    warm('/stays.pl');
    get($h, '/stays.pl?now', timeout => 1);
    ok -e $here, 'the script ran';
    my $pid = read_file($here);
    ok wait_until(sub { !kill 0 => $pid }), 'it is ended';
    is answer($h, '/stays.pl'), "200 complete a page\n", 'others go on';
};

subtest 'files that change' => sub {
    my %stale;
    for my $number (1 .. 60) {
        my $file = $h->document_root . '/changes.pl';
        script($h, 'new.pl',
            qq(print "Content-Type: text/plain\\n\\n$number";));
        rename $h->document_root . '/new.pl', $file or die "rename: $!.\n";
        for (1 .. $START + 1) {
            my $body = get($h, '/changes.pl')->body;
            $stale{"$number: $body"}++ if $body ne $number;
        }
    }
    is_deeply \%stale, {}, 'each request gets the present script';
};

subtest 'other scripts' => sub {
    # Leases hold all slots, and give them up for others that need one.
    script($h, "hot$_.pl", qq(print "Content-Type: text/plain\\n\\nhot $_";))
        for 1 .. 12;
    my $begin = time;
    for my $round (1 .. 3) {
        for my $number (1 .. 12) {
            is get($h, "/hot$number.pl")->body, "hot $number",
                "script $number, round $round"
                for 1 .. $START + 1;
        }
    }
    cmp_ok time - $begin, '<', 60, 'no request waits until a lease ends';
};

# Each lease has three descriptors in httpd.
subtest 'scripts that nobody asks for again' => sub {
    my $child = sub {
        grep { threads_of($_) > 1 } children_of($h->pid);
    };
    my $count = sub {
        return scalar map { glob "/proc/$_/fd/*" } $child->();
    };
    my @names = map { "once$_.pl" } 1 .. 40;
    script($h, $_, 'print "Content-Type: text/plain\n\nonce";') for @names;
    sleep 1.2;    # after a change there is no lease for a second
    warm();
    my $before = $count->();
    my $most   = 0;

    # A busy machine may be too slow for a lease.
    wait_until(
        sub {
            for my $name (@names) {
                get($h, "/$name") for 1 .. $START + 1;
                $most = max($most, $count->());
            }
            return $most > $before;
        },
        60
    );
    cmp_ok $most, '>', $before, 'there were leases';
    sleep 1.5;
    warm();
    cmp_ok $count->(), '<', $before + 20,
        'httpd keeps no descriptors of them';
};

sub threads_of ($pid) { return scalar(() = glob "/proc/$pid/task/*") }

subtest 'templates end' => sub {
    for my $signal (qw(KILL STOP)) {
        warm();
        my @below = children_of(pool_processes($h)->{default});
        kill $signal => @below;
        is answer($h, '/ways.pl?next'), "200 complete 1 GET next whole\n",
            "a request after all processes got $signal"
            for 1 .. 3;
    }
};

# The figures of the requests under a lease come when it ends.
subtest 'figures' => sub {
    my $of = gateway_server(
        perl_pool => "$COMMON lease-after=1",
        workers   => 1,
        config    =>
            "<Location /status>\nSetHandler mehari-status\n</Location>\n",
    );
    script($of, 'page.pl', 'print "Content-Type: text/plain\n\na page\n";');
    get($of, '/page.pl') for 1 .. 150;
    my $figures;
    my $counted = wait_until(
        sub {
            $figures = get($of, '/status?format=json')->body;
            return $figures =~ /page\.pl"[^}]*"runs"\s*:\s*150\b/;
        }
    );
    ok $counted, 'all requests are counted' or diag $figures;
    ok wait_until(
        sub {
            return get($of, '/status?format=json')->body
                =~ /"running"\s*:\s*0\b/;
        }
        ),
        'and no lease is left';
    $of->stop;
};

done_testing;
