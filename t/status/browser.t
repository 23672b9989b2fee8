# The page in a browser: it is drawn, and its own script runs, and no other.
# Leaves status.png in the build folder.

use Mehari::Test;
use File::Basename qw(dirname);
use File::Temp     qw(tempdir);
use JSON::PP       qw(decode_json);
use List::Util     qw(sum0);
use Mehari::Httpd::Config;
use Mehari::Test::Gateway;

my ($browser)
    = grep { -x } map { "/usr/bin/$_" } qw(chromium chromium-browser);
plan skip_all => 'there is no chromium' if !defined $browser;

my $build = dirname(Mehari::Httpd::Config::mehari_module());
my $home  = tempdir(CLEANUP => 1);
my $EVIL  = q{<img src=x onerror="document.title='evil'">};
my $h     = gateway_server(
    perl_pool => 'preload=CGI',
    config    => <<~'CONF',
    <Location "/status">
        SetHandler mehari-status
    </Location>
    CONF
);
script($h, 'form.pl', qq(print "Content-Type: text/plain\\n\\nhello\\n";\n));
script($h, 'report.pl', <<~'PERL');
    print "Content-Type: text/plain\n\n";
    select undef, undef, undef, rand .05;
    PERL
script($h, 'fails.pl',
          "die q{$EVIL</script><script>document.title='evil'"
        . "</script>} . qq{\\n};\n");
script($h, 'waits.pl',
          qq(\$| = 1; print "Content-Type: text/plain\\n\\n";\n)
        . "sub wait_for_lock { sleep 30 }\nwait_for_lock();\n");
get($h, '/form.pl', repeat => 30);
get($h, '/report.pl') for 1 .. 12;
get($h, '/fails.pl');
my $client = client($h);
$client->send("GET /waits.pl?<b> HTTP/1.0\r\nHost: x\r\n\r\n");

# The page has curves when a second is over.
sub figures () {
    return decode_json(get($h, '/status?format=json')->body)->{pools}[0];
}
wait_until(
    sub {
        my $pool = figures();
        return ($pool->{running} // 0) > 0
            && sum0($pool->{history}{requests}->@*) >= 43;
    }
) or diag 'the page does not show all requests';

my $picture = "$build/status.png";
unlink $picture;
my $pid = open my $from, '-|' // die "Cannot fork: $!.\n";
if (!$pid) {
    $ENV{HOME} = $home;
    open STDERR, '>', '/dev/null';
    exec $browser, '--headless', '--no-sandbox', '--disable-gpu',
        '--hide-scrollbars',     '--window-size=1280,1500',
        "--user-data-dir=$home", '--virtual-time-budget=2500', '--dump-dom',
        "--screenshot=$picture", $h->url('/status')
        or exit 127;
}
my $page = join '', readline $from;
close $from;
like $page, qr/Live: every 2 seconds/, 'the script of the page has run';
like $page, qr{<title>mehari status</title>},
    'the script in an error has not run';
unlike $page, qr/<img/,                   'the text of an error is no markup';
like $page,   qr/&lt;img src=x onerror=/, 'the markup of an error is text';
is scalar(() = $page =~ /<svg /g), 3, 'the page has three curves';
like $page, qr/waits\.pl/, 'the page shows the running script';

like read_file($picture), qr/\A\x89PNG/, 'a picture of it';
cmp_ok -s $picture, '>', 20_000,
    'the picture of the page has something in it';
$client->close;

done_testing;
