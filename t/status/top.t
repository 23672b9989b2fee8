# mehari top: the status in a terminal.

use Mehari::Test;
use Mehari::Test::Gateway;

my $h = gateway_server(
    config => <<~'CONF',
    <Location "/status">
        SetHandler mehari-status
    </Location>
    CONF
);
script($h, "hello.pl", qq(print "Content-Type: text/plain\\n\\nhello\\n";\n));
my $name = "e\e[31m\xc2\x9bvil.pl";
script($h, $name, qq(print "Content-Type: text/plain\\n\\nhello\\n";\n));
get($h, '/hello.pl', repeat => 3);
get($h, '/e%1b%5b31m%c2%9bvil.pl');

# The name of the test's folder is so long that the screen could cut it.
$ENV{COLUMNS} = 200;

sub top (@words) {
    my $quoted = join ' ', map { "'$_'" } @words;
    my $said   = join '',  qx(${\source_root()}/bin/mehari top $quoted 2>&1);
    return ($said, $? >> 8);
}

my $url = $h->url('/status');
my ($said, $status) = top('--once', $url);
is $status, 0, 'mehari top exits with 0';
like $said, qr/\Apool default: 4 requests, \d\.\d\/s, 0 errors, \d running$/m,
    'figures of the pool';
like $said, qr/^\ \ restored\ by\ (?:\w|-)+/mx, 'how memory is put back';
like $said, qr/^\ {2}perl-cgi\ +3\ +0\ +\d.*\/hello\./mx,
    'mehari top has a row of the script';
like $said, qr/^\ {2}\d+\ +manager\ +ready/mx,
    'mehari top has a row of the manager';
unlike $said, qr/\e|\x9b/,
    'mehari top prints nothing that a terminal would obey';

($said) = top('--once', '--lines', 1, $url);
like $said, qr/^  and 1 more$/m,
    'mehari top prints no more lines than are wanted';

($said, $status) = top('--once', $h->url('/nothing'));
is $status, 1, 'a missing page';
like $said, qr/\Amehari: \S+ answers 404 Not Found; name a page .*\n\z/,
    'a missing page makes one sentence';
($said, $status) = top('--once', $h->url('/hello.pl'));
like $said, qr/is not a status page of mehari; name a page .*\n\z/,
    'a page that is no status page makes one sentence';
($said, $status) = top('--once', 'http://127.0.0.1:1/x');
like $said,
    qr/\Amehari: http.* does not answer: .*Connection refused'?; name .*\n\z/,
    'a missing server makes one sentence';
is((top('--interval', 'x'))[1], 2, 'a wrong option exits with 2');
is((top('a',          'b'))[1], 2, 'two addresses exit with 2');

# Again and again, until it is interrupted.
open my $from, '-|', source_root() . '/bin/mehari', 'top', '--interval', '.2',
    $url
    or die $!;
my $seen = 0;
while (defined(my $line = readline $from)) {
    last if $line =~ /\Apool default/ && ++$seen == 3;
}
is $seen, 3, 'mehari top asks again and again';
close $from;

# In a terminal, until q is pressed.
my $command = source_root() . "/bin/mehari top --interval 60 '$url'";
$said = qx(printf q | timeout 50 script -qec "$command" /dev/null);
is $? >> 8, 0, 'the key q ends mehari top';
like $said, qr{mehari\ top\ \ \Q$url\E\ \ \d\d:\d\d:\d\d\ \ q:\ quit
    .*pool\ default}sx, 'the screen has a title and the pool';

done_testing;
