# The files of mehari setup make a server: httpd starts as the unit says, in the
# sandbox of the unit as far as a test can make it, serves only the intended
# files, shows its status to no stranger, and loses no line when its logs are
# rotated.

use Mehari::Test;
use File::Temp qw(tempdir);
use HTTP::Tiny;
use IO::Socket::IP;
use JSON::PP ();
use Mehari::Httpd;
use Mehari::Httpd::Process qw(family_pids);
use Mehari::Serve::Address;
use Mehari::Test::Sandbox;
use POSIX       qw(_exit);
use Time::HiRes qw(sleep time);

my $top = tempdir(CLEANUP => 1);
chmod 0755, $top;
my $scripts = "$top/my scripts";
my $hello   = qq(#!/usr/bin/perl\nprint "Content-Type: text/plain\\n\\n",)
    . qq( "hello \$ENV{QUERY_STRING}\\n";\n);
for my $name (qw(hello.pl index.cgi sub/deep.pl lib/tool.pl .hid/x.pl bare)) {
    write_file("$scripts/$name", $hello, 0755);
}
write_file("$scripts/$_", "text of $_\n")
    for 'style.css', 'page.html', 'data.db', 'My.pm', 'notes.txt',
    '.htpasswd', 'hello.pl~', '.hid/page.html';

sub free_port () {
    my $socket = IO::Socket::IP->new(LocalHost => '0.0.0.0', Listen => 1)
        or die "Cannot listen: $@";
    return $socket->sockport;
}

my $root = "$top/server";
my $port = free_port();
my $mehari
    = "$^X -I" . source_root() . '/lib ' . source_root() . '/bin/mehari';
my @setup
    = ('setup', '--scripts', $scripts, '--name', 'shop', '--port', $port);

sub setup (@more) {
    my $words = join ' ', map { quotemeta } @setup, @more, $root;
    my $said  = `$mehari $words 2>&1`;
    return ($said, $? >> 8);
}

my ($said, $status) = setup();
is $status, 0, 'mehari setup exits with 0' or diag $said;
like $said, qr/^  A script without \.pl or \.cgi will not run: bare$/m,
    'mehari setup tells what will not run';

my $unit = read_file("$root/systemd/mehari-shop.service");
my ($exec) = value_of($unit, 'ExecStart');
my @calls
    = -x '/usr/bin/systemd-analyze'
    ? system_calls(value_of($unit, 'SystemCallFilter'))
    : ();
note scalar(@calls), ' system calls';

sub start () {
    my $pid = fork // die "Cannot fork: $!";
    return $pid if $pid;
    setpgrp;
    delete @ENV{qw(PERL5LIB)};
    eval { confine($unit, @calls); 1 } or warn $@ and _exit(126);
    exec split ' ', $exec or _exit(127);
}

my $leader = start();

END {
    if ($leader) {
        local $?;
        Mehari::Httpd::Process::end_group($leader, 10);
    }
}

my $http = HTTP::Tiny->new(timeout => 30);

sub wait_for ($condition, $seconds = 60) {
    my $end = time + $seconds;
    while (time < $end) {
        return 1 if $condition->();
        return 0 if waitpid($leader, POSIX::WNOHANG) > 0;
        sleep 0.02;
    }
    return 0;
}

sub ask ($path, %headers) {
    return $http->get("http://127.0.0.1:$port$path",
        { headers => {%headers} });
}

ok wait_for(sub { ask('/hello.pl')->{status} == 200 }),
    'the server starts and serves'
    or diag `cat $root/logs/error.log 2>&1`;

subtest 'what is served' => sub {
    for my $path ('/hello.pl?a=1', '/?a=1', '/sub/deep.pl?a=1',
        '/hello.pl/info?a=1')
    {
        is ask($path)->{content}, "hello a=1\n", $path;
    }
    is ask("/$_")->{content}, "text of $_\n", "/$_"
        for 'style.css', 'page.html';
    for my $path (
        qw(bare data.db My.pm notes.txt .htpasswd hello.pl~ lib/tool.pl
        .hid/x.pl .hid/page.html sub/)
        )
    {
        my $response = ask("/$path");
        like $response->{status}, qr/\A40[34]\z/, "/$path is not served";
        unlike $response->{content}, qr/hello|text of/,
            "the answer for /$path has nothing of the file";
    }
};

subtest 'the status page' => sub {
    my ($response, $pool);
    my $restores = sub {
        ask('/hello.pl');
        $response = ask('/mehari-status?format=json');
        return 0 if $response->{status} != 200;
        my $status = JSON::PP::decode_json($response->{content});
        ($pool) = grep { $_->{name} eq 'shop' } @{ $status->{pools} };
        return $pool && $pool->{restore}{runs} > 0;
    };
    ok wait_for($restores, 10), 'the pool restores memory after its runs';
    is $response->{status}, 200, 'this machine may see the status page';
    my $plain = `$mehari doctor --json $root/conf/httpd.conf 2>/dev/null`;
    my ($fastest) = $plain =~ /"found" : "(\S+) is the fastest way/;
    is $pool->{restore}{way}, $fastest,
        'the pool of the unit restores memory in the fastest way'
        if defined $fastest;

    for my $header ('X-Forwarded-For', 'Forwarded', 'Via') {
        is ask('/mehari-status', $header => '192.0.2.1')->{status}, 403,
            "a client through a proxy ($header) may not see the status page";
    }
    my $stranger = IO::Socket::IP->new(
        PeerHost => '192.0.2.1',
        PeerPort => 9,
        Proto    => 'udp',
    );
    my $address = $stranger && $stranger->sockhost;
SKIP: {
        skip 'this machine has no other address', 1
            if !defined $address
            || Mehari::Serve::Address::loopback($address);
        my $from = HTTP::Tiny->new(local_address => $address, timeout => 30)
            ->get("http://127.0.0.1:$port/mehari-status");
        is $from->{status}, 403, 'a stranger may not see the status page';
    }
};

# The numbers in all access logs.
sub logged () {
    my %seen;
    for my $file (glob "$root/logs/access.log*") {
        my $text = $file =~ /\.gz\z/ ? `gzip -dc $file` : read_file($file);
        $seen{$_}++ for $text =~ m{"GET /hello\.pl\?n=(\d+) }g;
    }
    return %seen;
}

# Rotates as logrotate does, if that is not installed.
sub rotate () {
    my $config = "$root/conf/logrotate.conf";
    my ($program) = grep { -x } qw(/usr/sbin/logrotate /usr/bin/logrotate);
    return `$program -f --state $root/run/logrotate.state $config 2>&1`
        if defined $program;
    my ($script) = read_file($config) =~ /postrotate\n(.*?)endscript/s;
    for my $file (glob "$root/logs/*.log") {
        rename "$file.1", "$file.2" if -e "$file.1";
        rename $file,     "$file.1";
    }
    local $ENV{SCRIPT} = $script;
    return `sh -c "\$SCRIPT" 2>&1`;
}

sub restarts () {
    return
        scalar(()
        = join('', map { read_file($_) } glob "$root/logs/error.log{,.1}")
            =~ /resuming normal operations/g);
}

subtest 'log rotation' => sub {
    my $client = fork // die "Cannot fork: $!";
    if (!$client) {
        my $asked = 0;
        local $SIG{TERM} = sub {
            write_file("$top/asked", $asked);
            _exit(0);
        };
        my $own = HTTP::Tiny->new(timeout => 30, keep_alive => 0);
        while (1) {
            my $done = $own->get(
                "http://127.0.0.1:$port/hello.pl?n=" . ($asked + 1));
            _exit(1) if $done->{status} != 200;
            $asked++;
        }
    }
    for my $time (1 .. 2) {
        my %before = logged();
        ok wait_for(sub { my %now = logged(); keys %now > 5 + keys %before }),
            'requests are logged before the rotation';
        is rotate(), '', 'the logs are rotated';
        ok wait_for(
            sub {
                -s "$root/logs/access.log"
                    && read_file("$root/logs/error.log")
                    =~ /resuming normal operations/;
            }
            ),
            '... into new ones';
    }
    my %before = logged();
    ok wait_for(sub { my %now = logged(); keys %now > 5 + keys %before }),
        'requests are logged after the rotation';
    kill TERM => $client;
    waitpid $client, 0;
    is $?, 0, 'no request has failed during the rotation';
    my $asked = read_file("$top/asked");
    cmp_ok $asked, '>', 10, "more than 10 requests were sent ($asked)";
    ok wait_for(sub { my %now = logged(); keys %now >= $asked }),
        'each request is in a log';
    my %seen = logged();
    is_deeply [ grep { ($seen{$_} // 0) != 1 } 1 .. $asked ], [],
        'each request is logged once';
    ok glob("$root/logs/access.log.2*"),
        'the log of the last but one rotation is there';
};

subtest 'the end' => sub {
    my @family = family_pids($leader);
    cmp_ok scalar @family, '>', 2, 'the server has processes before it ends';
    my $signal = value_of($unit, 'KillSignal');
    kill $signal => $leader;
    ok !wait_for(sub { 0 }), 'httpd ends at what systemd sends';
    my $alive = sub {
        grep { read_file("/proc/$_/stat") =~ /^\d+ \(.*\) [^Z] /s }
            grep { -e "/proc/$_/stat" } @family;
    };
    my $end = time + 30;
    sleep 0.05 while $alive->() && time < $end;
    is_deeply [ $alive->() ], [],
        'all processes that the server started have ended';
    undef $leader;
};

done_testing;
