# PerlResourceLimit, and rlimit= of PerlPool: the kernel's limits, all of them.

use Mehari::Test;
use Mehari::Test::Gateway;

# The configuration's name => the name in /proc/self/limits.
my %TITLE = (
    AS         => 'Max address space',
    CORE       => 'Max core file size',
    CPU        => 'Max cpu time',
    DATA       => 'Max data size',
    FSIZE      => 'Max file size',
    LOCKS      => 'Max file locks',
    MEMLOCK    => 'Max locked memory',
    MSGQUEUE   => 'Max msgqueue size',
    NICE       => 'Max nice priority',
    NOFILE     => 'Max open files',
    NPROC      => 'Max processes',
    RSS        => 'Max resident set',
    RTPRIO     => 'Max realtime priority',
    RTTIME     => 'Max realtime timeout',
    SIGPENDING => 'Max pending signals',
    STACK      => 'Max stack size',
);

# Limits that anybody can lower: [ the value in the configuration, soft, hard ].
my %LIMIT = (
    AS         => [ '8G:16G',    8 << 30,   16 << 30 ],
    CORE       => [ '0',         0,         0 ],
    CPU        => [ '10m:1h',    600,       3600 ],
    DATA       => [ '512M:1g',   512 << 20, 1 << 30 ],
    FSIZE      => [ '1G',        1 << 30,   1 << 30 ],
    LOCKS      => [ '1000',      1000,      1000 ],
    MEMLOCK    => [ '32K:64K',   32 << 10,  64 << 10 ],
    MSGQUEUE   => [ '100K',      100 << 10, 100 << 10 ],
    NICE       => [ '0',         0,         0 ],
    NOFILE     => [ '300:400',   300,       400 ],
    NPROC      => [ '5000:6000', 5000,      6000 ],
    RSS        => [ '2G',        2 << 30,   2 << 30 ],
    RTPRIO     => [ '0',         0,         0 ],
    RTTIME     => [ '5000',      5000,      5000 ],
    SIGPENDING => [ '100',       100,       100 ],
    STACK      => [ '4M:8M',     4 << 20,   8 << 20 ],
);

my @HANDLER = (
    handlers => {
        '/limits' => sub ($r) {
            open my $in, '<', '/proc/self/limits';
            $r->print(<$in>);
            return 0;
        }
    }
);

# A sanitizer maps more memory than these allow.
delete @LIMIT{qw(AS DATA)} if $ENV{MEHARI_PRELOAD};

sub are_limits ($text, $name) {
    my %got = map { $_ => [ $text =~ /^$TITLE{$_}\s+(\S+)\s+(\S+)/m ] }
        keys %LIMIT;
    my %expected = map { $_ => [ $LIMIT{$_}->@[ 1, 2 ] ] } keys %LIMIT;
    return is_deeply \%got, \%expected, $name;
}

my @words = map { "$_=$LIMIT{$_}[0]" } sort keys %LIMIT;

my $h = server(@HANDLER, config => "PerlResourceLimit @words");
are_limits(get($h, '/limits')->body, 'a child of httpd');
is get($h, '/limits')->status, 200, 'a child with lowered limits answers';

# A pool has the key memory= for this limit.
delete $LIMIT{DATA};
my $keys = join ' ', map { "rlimit=$_" } grep { !/^DATA=/ } @words;
my $pool = gateway_server(
    perl_pool => "memory=0 workers=1 $keys",
    config    => 'PerlUsePool default',
    @HANDLER,
);
script($pool, 'limits.pl', <<'PERL');
print "Content-Type: text/plain\n\n";
open my $in, '<', '/proc/self/limits';
print <$in>;
PERL
are_limits(get($pool, '/limits.pl')->body, 'a script of a pool');
are_limits(get($pool, '/limits')->body,    'a worker');
my $manager = pool_processes($pool)->{default};
like read_file("/proc/$manager/limits"), qr/^Max cpu time\s+unlimited/m,
    'the manager has none';

subtest 'what cannot be' => sub {
    my %wrong = (
        'MOON=1'       => qr/the resources are AS, CORE/,
        'CPU'          => qr/RESOURCE=SOFT\[:HARD\] is needed/,
        'CPU=x'        => qr/a limit is a number such as/,
        'CPU=1M1'      => qr/a limit is a number such as/,
        'CPU=1k'       => qr/a limit is a number such as/,
        'DATA=2G:1G'   => qr/the soft limit is above the hard one/,
        'NOFILE=1:'    => qr/a limit is a number such as/,
        'NOFILE=1:2:3' => qr/a limit is a number such as/,
    );
    for my $word (sort keys %wrong) {
        for my $line ("PerlResourceLimit $word",
            "PerlPool default rlimit=$word")
        {
            my ($good, $said)
                = server(config => "$line\n", start => 0)->configtest;
            like $said,
                $line =~ /rlimit=DATA/ ? qr/write memory=/ : $wrong{$word},
                $line;
        }
    }
};

done_testing;
