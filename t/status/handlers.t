# The status of handlers: in workers of a pool, and in httpd itself.

use Mehari::Test;
use JSON::PP              ();
use Mehari::Test::Gateway qw(wait_until);
use Mehari::Test::Status;
use Mehari::Test::Worker;
use Time::HiRes qw(sleep);

my $CODE = status_config();

sub counts_handlers ($h, $name, $kind) {
    my %pids = map { $_->body => 1 } get($h, '/h', repeat => 6);
    is get($h, '/h?die')->status, 500, 'a handler that dies makes status 500';
    my $part = part($h, $name);
    is $part->{counts}{requests}, 7, 'the requests of the pool are counted';
    is $part->{counts}{errors},   1, 'the errors of the pool are counted';
    my ($row) = $part->{scripts}->@*;
    is $row->{script}, 'My::Status', 'the row has the name of the handler';
    is $row->{mode},   'persistent', 'the row says that code stays loaded';
    is $row->{runs},   7,            'the row has the number of runs';
    is $row->{last_error}, 'it <fails> & dies', 'the row has the last error';
    my @those = grep { $_->{kind} eq $kind } $part->{processes}->@*;
    my $sum   = 0;
    $sum += $_->{requests} for @those;
    is $sum, 7, 'the requests of all processes are counted';
    ok !(grep { !delete $pids{"$_->{pid}\n"} && $_->{requests} > 1 } @those),
        'each process is shown by its number';
    is keys %pids, 0, 'all processes are shown';
    return;
}

sub shows_busy ($h, $name, $what, $stack) {
    my $client = client($h);
    my $busy;
    $client->send("GET /h?$what HTTP/1.0\r\nHost: x\r\n\r\n");
    wait_until(
        sub {
            ($busy)
                = grep { $_->{state} eq 'busy' && $_->{request} }
                part($h, $name)->{processes}->@*;
            return $busy;
        }
    );
    is $busy->{request}, 'GET /h', 'a busy process is shown with its request';
    is $busy->{script}, 'My::Status',
        'a busy process is shown with its handler';
    my ($one)
        = grep { $_->{pid} == $busy->{pid} }
        part($h, $name, "&pid=$busy->{pid}")->{processes}->@*;
    like $one->{stack}, $stack, 'a busy process is shown with its Perl stack';
    like $client->read_all, qr/\n$busy->{pid}\n\z/,
        'a process that was looked at goes on';
    return;
}

for my $mpm (qw(event prefork)) {
    subtest "workers under $mpm" => sub {
        my $h = worker_server(
            mpm       => $mpm,
            perl_pool => 'workers=3',
            config    => $CODE
        );
        counts_handlers($h, 'default', 'worker');
        shows_busy($h, 'default', 'naps',
            qr/^My::Status::naps at .* line \d+/);
        my $part = part($h, 'default');
        is((grep { $_->{kind} eq 'worker base' } $part->{processes}->@*),
            1, 'the base of the workers is shown');
        cmp_ok $part->{workers}, '>', 0, 'the workers are counted';
        my ($worker) = grep { $_->{kind} eq 'worker' } $part->{processes}->@*;
        cmp_ok $worker->{private}, '>', 0, 'memory of their own';
    };
}

for my $mpm (qw(event prefork)) {
    subtest "embedded under $mpm" => sub { embedded($mpm) };
}

sub embedded ($mpm) {
    my $h = server(mpm => $mpm, workers => 3, config => $CODE);
    counts_handlers($h, '(httpd)', 'httpd child');
    my $part = part($h, '(httpd)');
    is $part->{embedded}, JSON::PP::true, 'embedded Perl is said to be so';
    sleep 1.1;    # memory is looked at again after a second
    get($h, '/h', repeat => 9);
    my @known = grep { $_->{private} && $_->{shared} }
        part($h, '(httpd)')->{processes}->@*;
    cmp_ok scalar @known, '>', 0, 'a process at work says what memory it has';
    get($h, '/status') for 1 .. 3;
    is part($h, '(httpd)')->{counts}{requests}, 16,
        'the page itself is no handler of Perl';
    return;
}

subtest 'a restart' => sub {
    my $h = server(mpm => 'prefork', workers => 2, config => $CODE);
    get($h, '/h');
    $h->graceful;
    wait_until(sub { part($h, '(httpd)')->{counts}{requests} == 0 });
    get($h, '/h');
    is part($h, '(httpd)')->{counts}{requests}, 1,
        'a restart begins the counts anew';
};

subtest 'scripts of Registry' => sub {
    my $h = server(
        mpm     => 'prefork',
        workers => 2,
        files   =>
            { "r<\">.pl" => qq(print "Content-Type: text/plain\\n\\nx";) },
        config => $CODE . <<~'CONF',
        PerlModule ModPerl::Registry
        <Files "r*.pl">
            SetHandler perl-script
            PerlResponseHandler ModPerl::Registry
            Options +ExecCGI
            PerlOptions +ParseHeaders
        </Files>
        CONF
    );
    chmod 0755, $h->document_root . '/r<">.pl';
    is get($h, '/r%3c%22%3e.pl')->body, 'x',
        'a script with markup in its name runs';
    my ($row) = part($h, '(httpd)')->{scripts}->@*;
    is $row->{script}, $h->document_root . '/r<">.pl',
        'scripts of Registry are known by file';
    is $row->{compilations}, 1, 'a script of Registry is compiled once';
    cmp_ok $row->{compile}, '>', 0,
        'the compilation of a script took some time';
    my $page = get($h, '/status')->body;
    like $page, qr/r&lt;&quot;&gt;\.pl/,
        'the name of a script is escaped in the page';
    unlike $page, qr/r<">/, 'nowhere is it not';
    my $metrics = get($h, '/status?format=openmetrics')->body;
    like $metrics, qr/^mehari_script_compile_seconds\{.*\} 0\.0*[1-9]/m,
        'the time is measured';
    like $metrics, qr/^mehari_script_compilations_total\{.*\} 1$/m,
        'the metrics have the compilations';
};

subtest 'each process compiles its own' => sub {
    my $h = server(
        mpm     => 'prefork',
        workers => 3,
        files   =>
            { map { ("$_.pl" => 'print "Status: 204\n\n";') } qw(run kept) },
        config => $CODE . <<~'CONF',
        PerlModule ModPerl::PerlRun ModPerl::Registry
        <Files "*.pl">
            SetHandler perl-script
            PerlResponseHandler ModPerl::PerlRun
            Options +ExecCGI
            PerlOptions +ParseHeaders
        </Files>
        <Files "kept.pl">
            PerlResponseHandler ModPerl::Registry
        </Files>
        CONF
    );
    chmod 0755, $h->document_root . "/$_.pl" for qw(run kept);
    get($h, '/run.pl');
    my $file = $h->document_root . '/kept.pl';
    my @row;
    my $all = wait_until(
        sub {
            get($h, '/kept.pl') for 1 .. 5;
            @row = grep { $_->{script} eq $file }
                part($h, '(httpd)')->{scripts}->@*;
            return $row[0]{compilations} == 3;
        }
    );
    ok $all, 'three processes have compiled the script';
    cmp_ok $row[0]{compile}, '>', 0,
        'the compilations of three processes took some time';
};

done_testing;
