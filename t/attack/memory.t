# No byte of a request is in the memory of the processes that compiled the
# script and that outlive the request.

use Mehari::Test;
use Mehari::Test::Gateway;
use Mehari::Test::Memory;

my $h    = gateway_server(start => 0);
my $look = 'our %copy; my $body; read STDIN, $body, 1000;'
    . ' print "Content-Type: text/plain\n\n", length $body,';
my %script = (
    'plain.pl'   => "$look \$ENV{HTTP_COOKIE};",
    'begin.pl'   => "BEGIN { our %copy = %ENV } $look \$copy{HTTP_COOKIE};",
    'element.pl' => "my \$c; BEGIN { \$c = \$ENV{HTTP_COOKIE} } $look \$c;",
    'words.pl'   => "BEGIN { our \@v = \@ARGV } $look \$ENV{HTTP_COOKIE};",
    'stdin.pl'   => 'my $b; BEGIN { read STDIN, $b, 1000 }'
        . ' print "Content-Type: text/plain\n\n", length $b,'
        . ' $ENV{HTTP_COOKIE};',
);
script($h, $_, $script{$_}) for keys %script;
$h->start;

my @secrets = map { "$_$$" . 'Zq8' } qw(Cookie Query Body Agent Path);
for my $name (sort keys %script) {
    for my $round (1 .. 3) {
        my $answer = get(
            $h, "/$name/$secrets[4]?$secrets[1]",
            timeout => 30,
            method  => 'POST',
            headers => [ Cookie => $secrets[0], 'User-Agent' => $secrets[3] ],
            body    => $secrets[2]
        )->body;
        is $answer, length($secrets[2]) . $secrets[0],
            "$name has no secret of others in its memory in round $round";
    }
}

# A child of a request has gone soon after its answer.
SKIP: {
    skip 'only root can look into such processes', 2 if $> != 0;
    my %after;
    ok wait_until(
        sub {
            %after = secrets_left($h, @secrets);
            return %after && !grep { @$_ } values %after;
        },
        20
        ),
        'no secret is left in ' . keys(%after) . ' processes'
        or diag explain \%after;
    cmp_ok scalar keys %after, '>', 5, 'more than 5 processes were looked at';
}
$h->stop;

done_testing;
