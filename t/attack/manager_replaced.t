# A manager is killed while requests wait in it. The next manager runs those
# that no process has got, once each, with their bodies. Those that had begun
# get 503 with Retry-After.

use Mehari::Test;
use JSON::PP    ();
use Time::HiRes qw(sleep);
use Mehari::Test::Attack;
use Mehari::Test::Gateway qw(pool_processes script wait_until);

my $h = attack_server(
    mpm       => 'prefork',    # under event they wait in httpd for a worker
    workers   => 16,
    perl_pool => 'workers=1 concurrency=1 queue=20',
    handlers  => {
        '/worker' => sub ($r) {
            open my $to, '>>', $r->document_root . '/work/log' or die $!;
            syswrite $to, $r->args . "\n";
            sleep 1 while $r->args =~ /^long/;
            $r->read(my $body, 1e6) if $r->method eq 'POST';
            $r->print($r->args, ' ', length($body // ''), "\n");
            return 0;
        }
    },
    config => <<~'CONF',
        <Location "/figures">
            SetHandler mehari-status
        </Location>
        CONF
);
my $root = $h->document_root;
script($h, 'script.pl', <<~'PERL');
    my $what = $ENV{QUERY_STRING};
    open my $to, '>>', 'work/log' or die $!;
    syswrite $to, "$what\n";
    sleep 1 while $what =~ /^long/;
    my $body = do { local $/; <STDIN> } // '';
    print "Content-Type: text/plain\n\n$what ", length $body, "\n";
    PERL
mkdir "$root/work";
chmod 0777, "$root/work";

sub ask ($path, $size = 0) {
    my $client = client($h, timeout => 60);
    my $method = $size ? 'POST'                      : 'GET';
    my $length = $size ? "Content-Length: $size\r\n" : '';
    $client->send("$method $path HTTP/1.1\r\nHost: localhost\r\n$length\r\n"
            . 'x' x $size);
    return $client;
}

sub noted () {
    return split /\n/, eval { read_file("$root/work/log") } // '';
}

sub waiting () {
    my $data = JSON::PP::decode_json(get($h, '/figures?format=json')->body);
    my ($pool) = grep { $_->{name} eq 'default' } $data->{pools}->@*;
    return $pool->{waiting} // 0;
}

for my $path ('/script.pl', '/worker') {
    unlink "$root/work/log";
    my $first = ask("$path?long");
    ok wait_until(
        sub {
            grep { $_ eq 'long' } noted();
        },
        30
        ),
        "$path: one is running";
    my %sent   = (get => 0, post => 1000, large => 300_000);
    my %queued = map { $_ => ask("$path?$_", $sent{$_}) } sort keys %sent;
    ok wait_until(sub { waiting() >= 3 }, 30),
        'three requests wait in the queue'
        or diag get($h, '/figures?format=json')->body;
    sleep 3;  # httpd hears of it a fifth of a second later, and shows nothing
    my $manager = pool_processes($h)->{default};
    kill KILL => $manager;
    my $lost = $first->read_response;
    is $lost->status, 503, 'a request that had begun is lost';
    ok $lost->header('Retry-After'), 'a lost request has Retry-After';

    for my $name (sort keys %queued) {
        my $response = $queued{$name}->read_response;
        is $response->status, 200, "$name: what waited is run";
        is $response->body, "$name $sent{$name}\n",
            "$name is served with all that it brought";
    }
    is_deeply [ sort grep { $_ ne 'long' } noted() ], [ sort keys %sent ],
        'each request was served once';
}
$h->stop;

done_testing;
