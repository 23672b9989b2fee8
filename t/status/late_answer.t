# httpd asks a manager whether a script without output still runs, and finds the
# script's end before the answer. That late answer is not taken for an answer to
# the status page, which asks on the same connection.

use Mehari::Test;
use Mehari::Test::Gateway
    qw(await_template gateway_server pool_processes script);
use Mehari::Test::Pool;
use Mehari::Test::Rollback;
use Mehari::Test::Status;

my $holds = Mehari::Test::Pool::build_folder() . '/t/attack/holds';
needs($holds);
plan skip_all => rollback_missing()            if rollback_missing();
plan skip_all => 'only root can hold the pool' if $> != 0;

my $HELD = 1500;    # ms; the page waits 2 s for a manager

my $h = gateway_server(
    perl_pool => 'lease-after=0',
    workers   => 1,
    config    => <<~'CONF',
        <Location "/status">
            SetHandler mehari-status
        </Location>
        CONF
);
script($h, 'ends.pl', <<'EOF_SCRIPT');
$| = 1;
print "Content-Type: text/plain\n\nbegins\n";
exit if !$ENV{QUERY_STRING};
select undef, undef, undef, .05 until -e $ENV{QUERY_STRING};
close $_ for *STDIN, *STDOUT, *STDERR;
select undef, undef, undef, .4;
EOF_SCRIPT

my $go = $h->document_root . '/go';

for my $round (1 .. 2) {
    unlink $go;
    await_template($h, '/ends.pl');
    my $manager = pool_processes($h)->{default};
    my $client  = client($h);
    $client->send("GET /ends.pl?$go HTTP/1.0\r\n\r\n");
    $client->read_until(qr/begins\n/);

    # httpd then looks five times a second whether the script has ended.
    $client->finish;
    open my $said, '-|', $holds, $manager, $HELD or die "$holds: $!\n";
    is readline $said, "waits\n", 'somebody waits for the manager\'s answer';
    write_file($go, '');
    is readline $said, "held\n", 'the manager cannot send its answer';
    $client->read_all;

    my $pool = part($h, 'default', "&pid=$manager");
    is $pool->{problem}, undef, 'the page has no problem';
    ok scalar @{ $pool->{processes} // [] }, 'the page has the figures';
    is readline $said, "let go\n", 'the manager could send its answer';
    close $said;
    is part($h, 'default')->{problem}, undef, 'the next page has no problem';
}

done_testing;
