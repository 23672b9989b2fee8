# No byte of a request is in the memory of a process that outlives it: what
# compiled the script that the request asked for.

use v5.36;
no warnings qw(portable);
use Test::More;

use Mehari::Test;
use Mehari::Test::Gateway;

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

# The secrets that are in a process's memory.
sub secrets_in ($pid, @secrets) {
    my %found;
    open my $maps, '<',     "/proc/$pid/maps" or return "maps: $!";
    open my $mem,  '<:raw', "/proc/$pid/mem"  or return "mem: $!";
    while (my $line = <$maps>) {
        my ($from, $to) = $line =~ /\A([0-9a-f]+)-([0-9a-f]+) r/ or next;
        next if $line =~ /\[v(?:var|syscall)/;
        sysseek $mem, hex $from, 0 or next;
        sysread $mem, my $bytes, hex($to) - hex $from;
        for my $secret (@secrets) {
            $found{$secret}++ if index($bytes // '', $secret) >= 0;
        }
    }
    return sort keys %found;
}

# Those that compile, and those that wait for a request: perls with a script's
# name, and those below which these are.
sub perls () {
    my @found;
    for my $pid (children_of($h->pid)) {
        open my $in, '<', "/proc/$pid/cmdline" or next;
        my $line = <$in> // next;
        push @found, $pid if $line =~ m{perl\0};
    }
    return @found;
}

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
        is $answer, length($secrets[2]) . $secrets[0], "$name, $round";
    }
}

# A child of a request has gone soon after its answer.
my %after;
ok wait_until(
    sub {
        %after = map { $_ => [ secrets_in($_, @secrets) ] } perls();
        return %after && !grep { @$_ } values %after;
    },
    20
    ),
    'no secret is left in ' . keys(%after) . ' processes'
    or diag explain \%after;
cmp_ok scalar keys %after, '>', 5, 'which were looked at';
$h->stop;

done_testing;
