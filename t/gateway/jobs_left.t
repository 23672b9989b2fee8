# Scripts that leave jobs behind. The first bytes, the end, the answer to the
# client's next request, and the fate of the job and of its output are as under
# mod_cgi (prefork) or mod_cgid (event, worker). The test compares the order,
# and no times: each job waits at a gate, which opens when nothing more comes.

use Mehari::Test;
use Time::HiRes           qw(sleep time);
use Mehari::Test::Gateway qw(script wait_until);

# Seconds to wait for output before the gate opens.
my $SOON = $ENV{MEHARI_PRELOAD} ? 12 : 8;

# A job of each shape. $gate is its file; At its end, wait_at_gate() writes to
# STDERR, which may be closed, and creates the file "$gate.done".
my $HEAD = <<~'PERL';
    use POSIX ();
    our ($gate, $name) = split /,/, $ENV{QUERY_STRING};
    sub wait_at_gate {
        for (1 .. 3000) { last if -e $gate; select undef, undef, undef, 0.02 }
        $SIG{PIPE} = 'IGNORE';
        print STDERR "late $name\n";
        open my $out, '>', "$gate.done";
        POSIX::_exit(0);
    }
    our $shell = "sh -c 'while ! test -e $gate; do sleep 0.05; done;"
        . " echo late $name >&2; : > $gate.done'";
    sub page { print "Content-Type: text/plain\n\nbody $name\n" }
    PERL

my %SHAPE = (
    stderr_kept => 'page(); $| = 1; fork or do { close STDIN; close STDOUT;'
        . ' wait_at_gate() };',
    flushed => '$| = 1; page(); fork or do { close STDIN; close STDOUT;'
        . ' wait_at_gate() };',
    stdout_kept => '$| = 1; page(); fork or do { close STDIN; close STDERR;'
        . ' wait_at_gate() };',
    both_kept => '$| = 1; page(); fork or wait_at_gate();',
    none_kept => 'page(); $| = 1; fork or do { close $_ for *STDIN, *STDOUT,'
        . ' *STDERR; wait_at_gate() };',
    double_fork => 'page(); $| = 1; my $kid = fork; if (!$kid) {'
        . ' POSIX::setsid(); fork and POSIX::_exit(0); close STDIN;'
        . ' close STDOUT; wait_at_gate() } waitpid $kid, 0;',
    setsid => 'page(); $| = 1; fork or do { POSIX::setsid(); close STDIN;'
        . ' close STDOUT; wait_at_gate() };',
    shell => 'page(); $| = 1; system "$shell >/dev/null </dev/null &";',
    shell_keeps_all => '$| = 1; page(); system "$shell &";',
    child_executes  => 'page(); $| = 1; fork or do { close STDIN;'
        . ' open STDOUT, ">", "/dev/null"; exec $shell };',
    in_end => 'END { $| = 1; fork or do { close STDIN; close STDOUT;'
        . ' wait_at_gate() } } page();',
    header_only =>
        'print "Content-Type: text/plain\n\n"; $| = 1; fork or do {'
        . ' close STDIN; close STDOUT; wait_at_gate() };',
    status => 'print "Status: 404\n"; page(); $| = 1; fork or do {'
        . ' close STDIN; close STDOUT; wait_at_gate() };',
    location =>
        'print "Location: http://localhost/x\n\n"; $| = 1; fork or do {'
        . ' close STDIN; close STDOUT; wait_at_gate() };',
    no_header => 'print "no header\n"; $| = 1; fork or do {'
        . ' close STDIN; close STDOUT; wait_at_gate() };',
    nph => 'print "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nbody\n";'
        . ' $| = 1; fork or do { close STDIN; close STDOUT; wait_at_gate() };',
    large => 'page(); print "x" x 300_000; $| = 1; fork or do { close STDIN;'
        . ' close STDOUT; wait_at_gate() };',
    speaks => 'page(); $| = 1; print STDERR "first words\n"; fork or do {'
        . ' close STDIN; close STDOUT; print STDERR "of the job\n";'
        . ' wait_at_gate() };',
    body_unread => 'page(); $| = 1; fork or do { close STDIN; close STDOUT;'
        . ' wait_at_gate() };',
    goes_on => 'page(); close STDOUT; close STDIN; wait_at_gate();',
);

my %METHOD = (body_unread => 'POST');

sub shapes_server ($mpm, $handler) {
    my $plain = $handler eq 'cgi-script';
    my $h     = server(
        mpm     => $mpm,
        module  => $plain ? undef : 'mehari',
        modules => [ $mpm eq 'prefork' ? 'cgi' : 'cgid' ],
        workers => 3 * keys %SHAPE,
        config  => ($plain ? '' : "PerlPool default concurrency=64\n")
            . "<Directory \"\${DOCUMENT_ROOT}\">\nOptions +ExecCGI\n"
            . "SetHandler $handler\nRequire all granted\n</Directory>\n",
        start => 0,
    );
    script($h, file_of($_), $HEAD . $SHAPE{$_} . "\n") for keys %SHAPE;
    script($h, 'next.pl',   'print "Content-Type: text/plain\n\nnext\n";');
    return $h->start;
}

sub file_of ($name) { return ($name eq 'nph' ? 'nph-' : '') . "$name.pl" }

sub request ($path, $method = 'GET') {
    my $body = $method eq 'POST' ? 'x' x 1000                 : '';
    my $more = $method eq 'POST' ? "Content-Length: 1000\r\n" : '';
    return "$method $path HTTP/1.1\r\nHost: localhost\r\n$more\r\n$body";
}

# The bytes that have come so far. Sends the next request when the response is
# complete.
sub hear ($job) {
    my $client = $job->{client};
    $client->read_some(time + 0.01) if $client->is_open;
    $job->{first} ||= length $client->{bytes};
    $job->{response} //= Mehari::Test::Response->new('GET');
    if (!$job->{end}) {
        $job->{end} = $job->{response}->feed(\$client->{bytes}) or return;
        $client->send(request('/next.pl'));
        $job->{after} = Mehari::Test::Response->new('GET');
    }
    $job->{next} ||= $job->{after}->feed(\$client->{bytes});
    return;
}

# A response may end its connection.
sub is_over ($job) {
    return $job->{next} || $job->{end} && $job->{response}->will_close;
}

sub hear_all ($jobs, $seconds) {
    my $end = time + $seconds;
    while (time < $end && grep { !is_over($_) } @$jobs) {
        hear($_) for grep { !is_over($_) } @$jobs;
        sleep 0.01;
    }
    return;
}

sub seen ($job, @what) {
    return join ' ', map { $job->{$_} ? $_ : () } @what;
}

# name => [ results before the gate opens, results afterwards ]
sub ask_all ($h) {
    my @jobs = map { { name => $_, gate => gate($h), client => client($h) } }
        sort keys %SHAPE;
    my $mark = $h->error_log_mark;
    for my $job (@jobs) {
        my $path = '/' . file_of($job->{name}) . "?$job->{gate},$job->{name}";
        $job->{client}
            ->send(request($path, $METHOD{ $job->{name} } // 'GET'));
    }
    hear_all(\@jobs, $SOON);
    my %seen = map { $_->{name} => [ seen($_, qw(first end next)) ] } @jobs;
    open_gate($_->{gate}) for @jobs;
    hear_all(\@jobs, 10);
    wait_until(
        sub {
            !grep { !-e "$_->{gate}.done" } @jobs;
        },
        2
    );
    for my $job (@jobs) {
        my $name = $job->{name};
        $job->{done} = -e "$job->{gate}.done";
        wait_until(sub { $h->error_log_since($mark) =~ /late $name$/m }, 0.5);
        $job->{late} = $h->error_log_since($mark) =~ /late $name$/m;
        push $seen{$name}->@*, seen($job, qw(first end next done late));
    }
    return \%seen;
}

# perl-cgi may not be slower than httpd's own handler, and it must wait for each
# process that has STDOUT. Under prefork, mod_cgi also lets the client wait for
# STDERR, and may lose output there.
sub is_as_good ($name, $expected, $got) {
    my $held = $name =~ /stdout_kept|both_kept|shell_keeps_all/;
    my $end  = $name =~ /goes_on|no_header|nph/ ? '' : ' next';
    my ($early, $then) = @$got;
    my @missing = grep { " $early " !~ / $_ / } split ' ', $expected->[0];
    is_deeply \@missing, [], "$name: all that comes early there comes early";
    is $early, 'first', "$name: its end waits for STDOUT" if $held;
    like $early, qr/\Afirst end\b$end/, "$name: nothing waits for the job"
        if !$held;
    @missing = grep { " $then " !~ / $_\b/ } split ' ', $expected->[1];
    is_deeply \@missing, [],
        "$name: the job ends as there, and its words come";
    is $then =~ /done/, $expected->[1] =~ /done/,
        "$name: the job lives as long as there";
    return;
}

for my $mpm (qw(event worker prefork)) {
    subtest $mpm => sub {
        my %seen = map {
            my $h    = shapes_server($mpm, $_);
            my $seen = ask_all($h);
            $h->stop;
            $_ => $seen
        } qw(cgi-script perl-cgi);
        for my $name (sort keys %SHAPE) {
            is_as_good($name,
                map { $seen{$_}{$name} } qw(cgi-script perl-cgi));
        }
    };
}

done_testing;
