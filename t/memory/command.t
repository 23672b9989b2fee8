# mehari top --memory: the processes, their memory, the requests by which they
# grew, and the saving by preloading.

use Mehari::Test;
use JSON::PP                ();
use POSIX                   ();
use Mehari::Memory::Process qw(shares_memory);
use Mehari::Test::Gateway;

my $MEHARI = source_root() . '/bin/mehari';

# (exit status, output, errors)
sub mehari (@words) {
    my @work = grep({ $_ eq '--preload' } @words)
        || "@words" =~ /children/ ? 'doctor' : qw(top --memory);
    my @word = map { quotemeta } $^X, $MEHARI, @work, @words;
    my $file = "/tmp/mehari-memory-$$";
    my $out  = `@word 2>$file`;
    my $code = $? >> 8;
    my $err  = read_file($file);
    unlink $file;
    return ($code, $out, $err);
}

sub report (@words) {
    my ($code, $out, $err) = mehari('--json', @words);
    is $code, 0, "mehari top --memory @words exits with 0" or diag $err;
    return eval { JSON::PP->new->decode($out) } // {};
}

my $CONF = <<~'CONF';
    <Files "kept.pl">
    SetHandler perl-script
    PerlResponseHandler ModPerl::Registry
    PerlOptions +ParseHeaders
    </Files>
    <Location "/handler">
    SetHandler modperl
    PerlResponseHandler "sub { $_[0]->print('here'); 0 }"
    </Location>
    CONF

sub site (%option) {
    my $h
        = gateway_server(%option, config => ($option{config} // '') . $CONF);
    my $page = 'print "Content-Type: text/plain\n\nhere\n";';
    script($h, 'exact.pl', $page);
    script($h, 'kept.pl',
        "push \@main::kept, 'x' x (\$ENV{QUERY_STRING} || 0);\n$page");
    return $h;
}

sub role ($report, $role) {
    return grep { $_->{role} eq $role } $report->{processes}->@*;
}

sub numbers_are_right ($report) {
    my @bad = grep {
               $_->{private} + $_->{shared} != $_->{total}
            || $_->{proportion} < $_->{private}
            || $_->{proportion} > $_->{total}
            || !$_->{total}
    } $report->{processes}->@*;
    is_deeply \@bad, [], 'private and shared are the total';
    my $private = 0;
    $private += $_->{private}
        for grep { $_->{role} ne 'run' } $report->{processes}->@*;
    return is $report->{sum}{private}, $private,
        'the sum has the memory of a template and its run once';
}

sub grown_for ($report, $h, $who) {
    my ($table) = $report->{growth}->@*;
    is $table->{who}, $who, 'the table of growth is one table';
    my ($most, @rest) = $table->{rows}->@*;
    is $most->{what}, $h->document_root . '/kept.pl',
        'the row that grew most comes first';
    is $most->{requests}, 4, 'the row of growth has its requests';
    cmp_ok $most->{kb}, '>', 40_000,
        'the row of growth has at least what was leaked';
    cmp_ok $most->{kb}, '<', 60_000,
        'the row of growth has not much more than was leaked';
    cmp_ok $most->{largest}, '>', 25_000, 'most of it at once';
    my ($handler) = grep { $_->{what} eq '/handler' } @rest;
    is $handler->{requests}, 5, 'a handler, by its place';
    return cmp_ok $handler->{kb}, '<', 2_000, 'it is not to blame';
}

sub visit ($h) {
    get($h, '/kept.pl?10000000') for 1 .. 2;
    get($h, '/kept.pl?30000000');
    get($h, '/kept.pl');
    get($h, '/handler') for 1 .. 5;
    return;
}

subtest 'memory that two processes have' => sub {
    plan skip_all => 'the kernel does not tell'
        if !defined shares_memory($$, $$);
    my $pid = fork // die "fork: $!.\n";
    if (!$pid) { sleep 60; POSIX::_exit(0) }
    ok shares_memory($$,  $$),   'a process has its own';
    ok !shares_memory($$, $pid), 'a fork has not';
    kill KILL => $pid;
    waitpid $pid, 0;
};

subtest 'pools' => sub {
    my $h = site(perl_pool => 'workers=1', config => "PerlUsePool default\n");
    visit($h);
    get($h, '/exact.pl') for 1 .. 5;
    my $report = report($h->pid_file);
    numbers_are_right($report);
    is role($report, $_), 1, "the report has one $_"
        for 'parent', 'worker base', 'worker';
    my ($manager) = role($report, 'manager');
    is $manager->{pool}, 'default', 'a manager, and of which pool';
    my ($zygote) = role($report, 'zygote');
    is $zygote->{what}, $h->document_root . '/exact.pl',
        'the row of a zygote names its script';
    cmp_ok role($report, 'child') + role($report, 'template'), '>=', 1,
        'the report has a process of the script';
    my ($template) = role($report, 'template');

    if (my ($run) = role($report, 'run')) {
        is $run->{above}, $template->{pid}, 'a run is below its template';
    }
    is_deeply [ role($report, 'program') ], [],
        'the report has no unknown process';
    grown_for($report, $h, 'the workers of pool default');

    my $pool = report('--pool', 'default', $h->pid);
    is role($pool, 'parent'),  0, '--pool leaves out httpd';
    is role($pool, 'manager'), 1, '--pool has the manager of the pool';
    is grep({ $_->{pool} ne 'default' } $pool->{processes}->@*), 0,
        '--pool has no process of other pools';
    my ($code, undef, $err) = mehari('--pool', 'moon', $h->pid_file);
    is $code, 1, 'mehari top --memory of an unknown pool exits with 1';
    is $err, "mehari: there is no pool moon; there are: default\n",
        'mehari top --memory names the pools that there are';

    my ($good, $text) = mehari($h->pid_file);
    like $text, qr/^\s*\d+ (?: +\d[\d ]*){4} +httpd$/m,
        'the text has a row of httpd';
    like $text, qr/      worker\n/, 'the text shows below whom a worker is';
    like $text, qr/processes take [\d ]+ KB/, 'the text has the sum';
    like $text, qr{^\s*\d\d \d{3} .*? 4  /.*/kept\.pl$}m,
        'the text has growth by script';
};

subtest 'embedded' => sub {
    my $h = site(mpm => 'prefork', workers => 1);
    visit($h);
    my $report = report($h->pid_file);
    numbers_are_right($report);
    is role($report, 'child'), 1, 'the report has one child';
    grown_for($report, $h, q(httpd's children));
    my ($old) = $h->children;
    $h->graceful;
    wait_until(sub { !kill 0 => $old });
    is_deeply report($h->pid_file)->{growth}, [], 'a restart begins anew';
};

subtest 'preloading' => sub {
    my $report = report('--preload', 'CGI,Data::Dumper', '--requests', 3);
    my @row    = $report->{preload}->@*;
    is_deeply [ map { $_->{what} } @row ],
        [
        'nothing',      'CGI',
        'Data::Dumper', 'all of them',
        'them, and the scripts too'
        ],
        'the report has each way of preloading';
    cmp_ok $row[1]{after}{private}, '<', $row[0]{after}{private} - 1000,
        'a child saves what CGI.pm takes';
    cmp_ok $row[1]{parent}{total}, '>', $row[0]{parent}{total} + 1000,
        'a preloaded module is in the memory of the parent';
    cmp_ok $row[4]{after}{private}, '<', $row[3]{after}{private},
        'a script that is loaded is not compiled in each child';
    is $row[1]{sum}, $row[1]{parent}{total} + 10 * $row[1]{after}{private},
        'the sum is of the parent and ten children';
    my ($code, $text) = mehari(
        qw(--preload none --requests 2 --children 3),
        source_root() . '/bench/scripts/mail.pl'
    );
    is $code, 0, 'a script of ours' or diag $text;
    like $text, qr/with 3/,
        'the text says that the sum is for three children';
    is scalar(() = $text =~ /^(?: +[\d ]+){6}.*(?:nothing|the scripts)$/mg),
        2,
        'the text has rows with and without the module';
};

subtest 'what cannot be' => sub {
    my %said = (
        '/no/such/file'              => [ 1, qr/cannot read/ ],
        '999999999'                  => [ 1, qr/there is no process/ ],
        '--preload No::Such::Module' => [ 1, qr/No::Such::Module/ ],
        '--preload 1;2'  => [ 2, qr/is not the name of a module/ ],
        '--preload none' => [ 2, qr/needs a script/ ],
        '--preload none /no/such.pl'   => [ 1, qr/there is no script/ ],
        '--preload POSIX --tune'       => [ 2, qr/exclude each other/ ],
        '--preload POSIX --children 0' => [ 2, qr/a number above 0/ ],
        '--children 2' => [ 2, qr/--children is for --preload/ ],
        '--interval 2' => [ 2, qr/--interval is not for --memory/ ],
        '--moon'       => [ 2, qr/there is no option --moon/ ],
        '1 2'          => [ 2, qr/one server at a time/ ],
    );
    for my $words (sort keys %said) {
        my ($code, $out, $err) = mehari(split / /, $words);
        is $code, $said{$words}[0], "mehari top --memory $words is refused";
        like $err, $said{$words}[1],
            "mehari top --memory $words: the message says why";
    }
};

subtest 'a table that somebody has written to' => sub {
    require Mehari::Memory::Growth;
    my $file = "/tmp/mehari-growth-$$";
    my $row  = sub ($name, $state = 2) {
        pack 'L x4 Q Q Q a224', $state, 7, 2048, 1024, $name;
    };
    my $rows = sub ($head, @row) {
        write_file($file, join '', $head, @row);
        return Mehari::Memory::Growth::rows_of($file);
    };
    my $good = pack 'a8 L L', 'MHGROW1', 256, 256;
    my $none = $row->('', 0) x 253;
    is_deeply $rows->($good, $row->("/a\e[2J\n"), $row->('/b') x 2, $none),
        [
        { what => '/b',      requests => 14, kb => 4, largest => 1 },
        { what => '/a?[2J?', requests => 7,  kb => 2, largest => 1 },
        ],
        'no control character of the table reaches the terminal';
    is_deeply $rows->($good, $row->('/a')),
        [ { what => '/a', requests => 7, kb => 2, largest => 1 } ],
        'a cut row ends the table and keeps the good one';
    is_deeply $rows->($good, 'x' x 300), [],
        'garbage after the good rows is left out';
    is $rows->(pack('a8 L L', 'MHGROW1', 1 << 30, 256)), undef,
        'a table with too many rows is refused';
    is $rows->('short'), undef, 'a table without a head has no rows';
    unlink $file;
    POSIX::mkfifo($file, 0600) or die "mkfifo: $!";
    is Mehari::Memory::Growth::rows_of($file), undef,
        'a pipe in place of a table has no rows';
    unlink $file;
};

done_testing;
