# A manager that may open no more files, or have no more processes: requests get
# 503, a line says what ran out, and afterwards all is as before.

use Mehari::Test;
use POSIX                 ();
use Mehari::Test::Gateway qw(gateway_server pool_processes script);

my $prlimit = -x '/usr/bin/prlimit' or plan skip_all => 'there is no prlimit';

# A fork for each request, because forks need more of the manager's descriptors
# than templates.
my $h = gateway_server(
    handlers => { '/w' => [ 'My::Worker', 'PerlUsePool default' ] },
    config   => <<~"CONF",
        PerlPool default restore=fork
        ServerLimit 1
        <Directory "/">
        AllowOverride None
        </Directory>
        StartServers 1
        PerlSwitches "-I@{[ fixture('worker') ]}"
        PerlModule My::Worker
        CONF
);
script($h, 'hi.pl', 'print "Content-Type: text/plain\n\nhello\n";');
is get($h, '/hi.pl')->body, "hello\n", 'a script is served' for 1 .. 2;
my $manager = pool_processes($h)->{default};

# Runs as the user of the process, who may change its limits.
sub limit ($what, $number, $process = $manager) {
    my $pid = fork // die "fork: $!";
    if (!$pid) {
        my ($uid, $gid) = map { own_ids($process, $_) } 'Uid', 'Gid';
        POSIX::setgid($gid);
        POSIX::setuid($uid);
        exec 'prlimit', "--pid=$process", "--$what=$number:"
            or POSIX::_exit(1);
    }
    waitpid $pid, 0;
    return $? == 0;
}

sub own_ids ($process, $what) {
    return read_file("/proc/$process/status") =~ /^$what:\s+(\d+)/m;
}

sub open_files () { return scalar(() = glob "/proc/$manager/fd/*") }

# The manager restores its limits, so they are set before each request.
sub is_refused ($name, $perhaps, $limit) {
    my $mark    = $h->error_log_mark;
    my @answers = map { $limit->(); get($h, '/hi.pl', timeout => 20) } 1 .. 6;
    my @other   = grep { $_->status != 503 && $_->status != 200 } @answers;
    is scalar(@other), 0, "$name: nothing but 503, and 200"
        or diag join ' ', map { $_->status } @other;
    my @refused = grep { $_->status == 503 } @answers;
    cmp_ok scalar(@refused), '>', 0, "$name: some are refused"
        if !$perhaps;
    is scalar(grep { !$_->header('Retry-After') } @refused), 0,
        "each refusal has Retry-After: $name";
    return $mark;
}

my ($before)
    = read_file("/proc/$manager/limits") =~ /^Max open files +(\d+)/m;
my $mark = $h->error_log_mark;
for my $more (0 .. 5) {
    my $files = open_files() + $more;
    ok limit(nofile => $files), "$more more files are allowed";
    is_refused("$more more files", $more > 1,
        sub { limit(nofile => $files) });
}
ok limit(nofile => $before), 'as many open files as before are allowed again';
is get($h, '/hi.pl')->body, "hello\n",
    'requests are served as before, with files again'
    for 1 .. 3;
log_like($h, $mark,
    qr/pool default: the manager has reached its limit of open files.*\[MH3081\]/
);
is pool_processes($h)->{default}, $manager,
    'the same manager serves after it had no files left';

# A request that is too long for a message needs a memory file.
{
    my $long    = join '', map { "X-$_: " . 'x' x 8000 . "\r\n" } 1 .. 50;
    my ($child) = $h->children;
    my ($files)
        = read_file("/proc/$child/limits") =~ /^Max open files +(\d+)/m;
    for my $path (qw(/w?hello /hi.pl)) {
        my $client = client($h);
        my $ask    = sub ($headers) {
            $client->send("GET $path HTTP/1.1\r\nHost: x\r\n$headers\r\n");
            return $client->read_response('GET');
        };
        is $ask->('')->status,    200, "$path: a short request";
        is $ask->($long)->status, 200, 'the first long request is served';
        my $since = $h->error_log_mark;
        ok limit(nofile => 3, $child), 'httpd may open no more files';
        my $answer = $ask->($long);
        ok limit(nofile => $files, $child),
            'httpd may open as many files as before again';
        is $answer->status, 503, 'a long request is refused';
        ok $answer->header('Retry-After'),
            'a refusal for a time has Retry-After';
        log_like($h, $since, qr/Too many open files.*\[(?:MH3001|MH3029)\]/);
        $client = client($h);
        is $ask->($long)->status, 200,
            'requests are served as before, with files for httpd again';
    }
}

SKIP: {
    skip 'needs root', 7 if $>;
    my ($zygote) = Mehari::Test::Gateway::children_of($manager);
    ok limit_all(1), 'no more processes may start';
    $mark = is_refused('processes', 0, sub { limit_all(1) });
    log_like($h, $mark, qr/Resource temporarily unavailable.*\[MH3011\]/);
    ok limit_all(5000), 'as many processes as before may start again';
    is get($h, '/hi.pl')->body, "hello\n",
        'requests are served as before, with processes again'
        for 1 .. 3;
}

done_testing;

# A process that has ended meanwhile is left out.
sub limit_all ($number) {
    my $good = 1;
    for my $pid ($manager, Mehari::Test::Gateway::children_of($manager)) {
        $good &= limit('nproc', $number, $pid) || !-e "/proc/$pid";
    }
    return $good;
}
