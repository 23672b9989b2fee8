# Programs and jobs that requests start: the answer goes on at once, a job lives
# on, and neither has anything of httpd's or leaves anything behind.

use Mehari::Test;
use File::Temp  qw(tempdir);
use Time::HiRes qw(sleep time);
use Mehari::Test::Gateway;

my $REGISTRY = <<~'CONF';
    SetHandler perl-script
    PerlResponseHandler ModPerl::Registry
    PerlOptions +ParseHeaders +GlobalRequest
    CONF

my %PLACE = (
    embedded => $REGISTRY,
    perlrun  => $REGISTRY =~ s/Registry$/PerlRun/mr,
    worker   => "PerlUsePool default\n$REGISTRY",
    cgi      => "SetHandler perl-cgi\n",
);

my %IN_HTTPD = map { $_ => 1 } qw(embedded perlrun);
my %IS_CGI   = (cgi => 1);

# The files in it outlive a server.
my $tmp = tempdir('mehari-jobs-XXXXXX', DIR => '/tmp', CLEANUP => 1);
chmod 0755, $tmp;

sub site ($kind) {
    my $h = server(
        mpm     => $IN_HTTPD{$kind} ? 'prefork' : 'event',
        workers => 1,
        start   => 0,
        config  => sub ($h) {
            script($h, 'job.pl', read_file(fixture('jobs/job.pl')));
            return <<~"CONF";
                PerlPool default workers=1
                <Directory "\${DOCUMENT_ROOT}">
                Options +ExecCGI
                $PLACE{$kind}
                </Directory>
                CONF
        },
    );
    return $h->start;
}

sub place ($name) {
    my $dir = "$tmp/$name";
    mkdir $dir;
    chmod 0777, $dir;
    unlink glob "$dir/*";
    return $dir;
}

# Asks by HTTP/1.0. Its answer ends with the connection, so the client would
# wait for any process that kept the connection open.
sub ask ($h, $way, $dir = '') {
    my $text = raw($h, "GET /job.pl?$way&$dir HTTP/1.0\r\n\r\n");
    return $text =~ /\AHTTP\S+ 200 .*?\r\n\r\n(.*)\n\z/s ? $1 : "?$text";
}

sub done ($dir) {
    write_file("$dir/go", '');
    return wait_until(sub { -e "$dir/done" && read_file("$dir/done") }) // '';
}

sub zombies ($h) {
    return grep {
        (eval { read_file("/proc/$_/stat") } // '')
            =~ /\) Z /
    } $h->family;
}

sub no_zombies ($h, $name) {
    wait_until(sub { !zombies($h) });
    return is_deeply [ zombies($h) ], [], $name;
}

# The test's pipe to its harness does not belong to httpd.
my %own = map { (readlink || '') => 1 } glob '/proc/self/fd/*';

# From a listing of /proc/PID/fd: the sockets and pipes that belong to others.
sub strangers ($list) {
    return grep { /-> ((?:socket|pipe):\S+)\z/ && !$own{$1} }
        split /\n/, $list;
}

for my $kind (sort keys %PLACE) {
    subtest $kind => sub {
        my $h = site($kind);
        is ask($h, 'system'), 'status 768', 'system works in a request';
        is ask($h, 'pipe'), 'from a pipe',
            'a pipe to a program works in a request';
        is ask($h, 'backticks'), 'from backticks',
            'backticks work in a request';
        my $open = ask($h, $IS_CGI{$kind} ? 'open_files' : 'spawn');
        like $open, qr/ 1 -> pipe:/, 'a program: its output';
        is_deeply [ grep { !/ [012] -> / } strangers($open) ], [],
            'a program has no descriptor of httpd';
        for my $way ('shell', 'detach', 'detach_exec',
            ('ignore') x !!$IS_CGI{$kind})
        {
            my $dir   = place("$kind-$way");
            my $start = time;
            unlike ask($h, $way, $dir), qr/^\?/,
                "$way: the request is answered";
            ok !-e "$dir/done", 'the answer comes before the job has ended';
            my $files = done($dir);
            like $files, qr{-> }, 'a detached job goes on after its answer';
            my @has = grep { /socket:/ } split /\n/, $files;
            is_deeply \@has, [], 'a detached job has no socket of httpd'
                or diag $files;
        }
        if (!$IS_CGI{$kind}) {
            my $dir = place("$kind-cleanup");
            is ask($h, 'cleanup', $dir), 'registered',
                'a cleanup with a job is registered';
            is done($dir), "after the answer\n",
                'the job of a cleanup runs after the request';
        }
        no_zombies($h, 'no zombie');
        does_not_grow($h, $kind);
    };
}

sub files_of (@pids) {
    return map { my @fd = glob "/proc/$_/fd/*"; ($_ => scalar @fd) } @pids;
}

# Waits until the pool has made its spare processes, and others have ended:
# nothing has changed for a second.
sub settled ($h) {
    my ($was, $since) = ('', time);
    my @family;
    wait_until(
        sub {
            @family = $h->family;
            ($was, $since) = ("@family", time) if $was ne "@family";
            return time - $since > 1;
        },
        30
    );
    return @family;
}

sub does_not_grow ($h, $kind) {
    my @ways = (qw(system pipe), $IS_CGI{$kind} ? 'backticks' : 'spawn');
    ask($h, $_) for @ways;
    my @before = settled($h);
    my %files  = files_of(@before);
    for my $way (@ways) { ask($h, $way) for 1 .. 10 }
    my @after = settled($h);
    # A pool may keep a few more processes ready than before. Thirty more
    # would be one for each program.
    cmp_ok @after, '<', @before + 10, 'thirty programs leave no processes';
    my %now = files_of(@after);
    is_deeply [
        grep { $now{$_} >= $files{$_} + 10 }
        grep { defined $files{$_} } keys %now
        ],
        [], 'the number of descriptors does not grow';
    return;
}

# Stopping, starting and restarting while a job goes on.
for my $kind (qw(embedded cgi)) {
    subtest "$kind: httpd ends before its job" => sub {
        my $h       = site($kind);
        my $dir     = place("$kind-stop");
        my $manager = pool_processes($h)->{default};
        unlike ask($h, 'detach', $dir), qr/^\?/,
            'a job is begun before httpd ends';
        my $port = $h->port;
        $h->graceful;
        ok wait_until(sub { !kill 0 => $manager }),
            'the manager of before has ended'
            if $kind eq 'embedded';
        $h->stop;
        ok !-e "$dir/done", 'a job goes on without httpd';
        $h->start;
        is $h->port, $port, 'the port of httpd is free beside a job';
        like ask($h, 'pipe'), qr/from a pipe/,
            'httpd starts on the same port and answers';
        like done($dir), qr/->/, 'a job ends when it is done';
    };
}

done_testing;
