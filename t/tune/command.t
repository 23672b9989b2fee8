# The command: its refusals, and one short run of each kind. Never a speed.

use Mehari::Test;
use File::Temp qw(tempdir);
use JSON::PP   qw(decode_json);
use Mehari::Bench::Client;
use Mehari::Bench::Site qw(engine_problem);
use Mehari::Test::Bench;
use Mehari::Tune::Machine;

my $none = engine_problem('mehari');
plan skip_all => $none             if defined $none;
plan skip_all => 'there is no wrk' if !Mehari::Bench::Client->find('wrk');

sub tune (@args) {
    return Mehari::Test::Bench::command('doctor', '--tune', @args);
}

sub refused ($status, $pattern, @args) {
    my ($got, $out, $err) = tune(@args);
    is $got, $status, "@args: exit status $status";
    like $err, qr/\Amehari: .*$pattern.*\n\z/,
        'a wrong call of mehari doctor --tune is one sentence that says why';
    return;
}

my $dir = tempdir('mehari-tune-XXXXXX', TMPDIR => 1, CLEANUP => 1);
chmod 0755, $dir;

refused(2, 'name a directory');
refused(2, 'not both',              $dir, 'http://a.test/');
refused(2, 'must be of one server', qw(http://a.test/ http://b.test/));
refused(2, 'such as 400M',        qw(--memory lots), $dir);
refused(2, 'separated by commas', '--concurrency',   '2,x', $dir);
refused(2, 'event and prefork',   qw(--mpm worker),  $dir);
refused(2, 'keeps no Perl',       qw(--mode cgi),    $dir);
refused(1, 'no script or handler for this mode', $dir);

write_file("$dir/hello.pl", <<'TEXT', 0755);
#!/usr/bin/perl
print "Content-Type: text/plain\n\nHello\n";
TEXT

refused(
    1,
    'Nothing answers that could be measured; nope.pl: status 404',
    qw(--path nope.pl --time 1), $dir
);

my ($status, $out, $err)
    = tune(qw(--json --time 1 --concurrency 2 --memory 2G), $dir);
is $status, 0, 'a directory: exit status 0' or diag $err;
my $report = decode_json($out);
is_deeply $report->{paths}, ['/tune/hello.pl'], 'the report has its script';
my $census = $report->{census};
is $census->{what}, 'worker of a pool', 'the report says what answers';
ok $census->{private} > 0 && $census->{shared} > 0,
    'the report has own and shared memory';
ok $report->{limit} > 1, 'the report has room for more than one process';
my ($row) = @{ $report->{trials} };
is $row->{concurrency}, 2, 'the report has the setting that was tried';
ok $row->{requests} > 0, 'a row of the report has requests';
is $row->{failed}, 0, 'no request of a setting has failed';
ok $report->{processes} > 0, 'the report has a number of processes';
ok((grep { /^there was no time to try/ } @{ $report->{notes} }),
    'a note says what was left out');

# A server that the command must not change.
my $httpd = server(
    module => 'mehari',
    config => <<~"CONF",
    Alias /perl/ "$dir/"
    <Location /perl/>
        SetHandler perl-script
        PerlResponseHandler ModPerl::Registry
        PerlOptions +ParseHeaders
        Options +ExecCGI
    </Location>
    CONF
);
($status, $out) = tune(qw(--time 2 --memory 2G --concurrency),
    '1,2', $httpd->url('/perl/hello.pl'));
is $status, 0, 'a URL: exit status 0';
like $out, qr/^Memory: \d+ x child of httpd;/m,
    'the output has the processes of httpd';
like $out, qr/^ +\d[\d ]* +1  as it runs /m,
    'the output has the set-up as it runs';
like $out,
    qr/^One client alone: a request takes \S+ ms, \S+ ms of it on a core/m,
    'the output has the times of a request';
like $out =~ s/\n +# / /gr, qr/other numbers were not tried/,
    'the output says that no other number was tried';
my ($number) = $out =~ /^    MaxRequestWorkers (\d+)$/m;
my $cores = Mehari::Tune::Machine::cores();
cmp_ok $number, '>=', 1, 'the output has a number of processes';
cmp_ok $number, '<=', 2 * $cores > 2 ? 2 * $cores : 2,
    'no more processes than the clients and the cores can use';

done_testing;
