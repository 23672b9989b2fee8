# A module that is loaded ahead is tried in a fork first. If it never comes to its end,
# the fork ends with the process that made it: at the pool's limit of time, and when
# that process or the manager is killed.

use Mehari::Test;
use Mehari::Test::Gateway
    qw(children_of gateway_server pool_processes script wait_until);

sub start () {
    my $h = gateway_server(
        config => <<~'CONF',
            PerlPool default preload=${DOCUMENT_ROOT}/Hangs.pm start-timeout=4
            CONF
        start => 0,
    );
    script($h, 'page.pl',  'print "Content-Type: text/plain\n\na page\n";');
    script($h, 'Hangs.pm', "1 while 1;\n");
    return $h->start;
}

sub parent_of ($pid) {
    return if !$pid;
    my $stat = eval { read_file("/proc/$pid/stat") } // return;
    return if $stat =~ /\) [ZX]/;
    return $stat =~ /\) \S (\d+)/ ? $1 : undef;
}

sub ask ($h) {
    my $client = client($h, timeout => 60);
    $client->send("GET /page.pl HTTP/1.1\r\nHost: localhost\r\n\r\n");
    return $client;
}

# (manager, base, trial)
sub begun ($h) {
    return @{
        wait_until(
            sub {
                my $manager = pool_processes($h)->{default};
                my ($trial) = grep {
                    (parent_of(scalar parent_of($_)) // 0) == $manager
                } children_of($manager);
                return $trial && [ $manager, parent_of($trial), $trial ];
            },
            30
            )
            || []
    };
}

my %end = (
    'its time is over'      => sub (@) { },
    'its parent is killed'  => sub ($manager, $base) { kill KILL => $base },
    'the manager is killed' =>
        sub ($manager, $base) { kill KILL => $manager },
);
for my $name (sort keys %end) {
    my $h      = start();
    my $client = ask($h);
    my ($manager, $base, $trial) = begun($h);
    ok $trial, "$name: a trial has begun";
    $end{$name}->($manager, $base);
    ok wait_until(sub { !parent_of($base) }),  "$name: the process ends";
    ok wait_until(sub { !parent_of($trial) }), "$name: its trial ends, too";
    kill KILL => $trial if parent_of($trial);
    my $status = $client->read_response->status;
    ok $status == 503 || $status == 504 || $status == 200 || $status == 500,
        "$name: the request has an answer"
        or diag $status;
    $h->stop;
}

done_testing;
