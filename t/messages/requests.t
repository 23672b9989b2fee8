# The log's lines about failed requests have their numbers. This file has the
# lines that no other test looks for.

use Mehari::Test;
use Mehari::Test::Gateway;
use Mehari::Test::Worker;

my $lib = fixture('messages');

sub logs ($h, $code, $path, $status, $pattern = qr/\S/) {
    my $mark = $h->error_log_mark;
    is get($h, $path)->status, $status, "$path answers with status $status";
    log_like($h, $mark, qr/$pattern.* \[$code\]$/m);
    return;
}

subtest 'in httpd' => sub {
    my $h = server(
        handlers => {
            '/missing' => 'Answers::missing',
            '/answers' => 'Answers',
        },
        config => <<~"CONF");
        PerlSwitches -I$lib
        PerlModule Answers
        <Location /headers>
        SetHandler perl-script
        PerlOptions +ParseHeaders
        PerlResponseHandler Answers::no_end
        </Location>
        <Location /psgi>
        SetHandler perl-psgi
        </Location>
        <Location /registry>
        SetHandler perl-script
        Options +ExecCGI
        PerlResponseHandler ModPerl::Registry
        </Location>
        CONF
    write_file($h->document_root . '/registry/dies.pl', 'die "a sad end";');
    logs($h, 'MH2002', '/missing', 500, qr/Answers::missing/);
    logs($h, 'MH2009', '/headers', 500, qr/without an empty line/);
    logs($h, 'MH2022', '/psgi',    500, qr/PerlPsgiApp/);
    $h->stop;
};

subtest 'applications' => sub {
    my $h
        = server(files => { 'late.psgi' => <<~'PSGI' }, config => <<~'CONF');
        use v5.32; use warnings; use feature 'signatures'; no warnings 'experimental::signatures';
        sub ($env) {
            return sub ($respond) {
                my $writer = $respond->([ 200, [ 'Content-Type', 'a/b' ] ]);
                push $env->{'psgix.cleanup.handlers'}->@*,
                    sub { die "no broom\n" };
                $writer->write('x' x 100_000);
                die "a late end\n";
            };
        }
        PSGI
        <Location /late>
        SetHandler perl-psgi
        PerlPsgiApp "${DOCUMENT_ROOT}/late.psgi"
        </Location>
        CONF
    logs($h, 'MH2047', '/late', 200, qr/a late end/);
    logs($h, 'MH2048', '/late', 200, qr/psgix\.cleanup: no broom/);
    $h->stop;
};

subtest 'in a pool' => sub {
    my $h = gateway_server(
        modules   => ['include'],
        perl_pool => 'queue=1 concurrency=1 preload=No::Such::Module',
        config    => <<~'CONF',
        <Directory "${DOCUMENT_ROOT}/pages">
        Options +Includes
        SetHandler default-handler
        AddOutputFilter INCLUDES .shtml
        </Directory>
        <Directory "${DOCUMENT_ROOT}/poor">
        Options +IncludesNoExec
        SetHandler default-handler
        AddOutputFilter INCLUDES .shtml
        </Directory>
        CONF
    );
    my $root = $h->document_root;
    write_file("$root/pages/odd.shtml",   '<!--#exec hump="1" -->');
    write_file("$root/pages/empty.shtml", '<!--#exec -->');
    write_file("$root/poor/exec.shtml",   '<!--#exec cmd="date" -->');
    mkdir "$root/folder.pl";
    script($h, 'killed.pl', 'kill KILL => $$;' . "\n");
    logs($h, 'MH3056', '/hello.pl',          200, qr/No.Such.Module/);
    logs($h, 'MH3018', '/pages/odd.shtml',   200, qr/not hump/);
    logs($h, 'MH3020', '/pages/empty.shtml', 200, qr/neither cgi nor cmd/);
    logs($h, 'MH3019', '/poor/exec.shtml',   200, qr/IncludesNoExec/);
    logs($h, 'MH3027', '/folder.pl/',        403, qr/invoke directory/);
    logs($h, 'MH3064', '/killed.pl',         500, qr/signal 9/);
    $h->stop;
};

subtest 'in workers' => sub {
    my $bad  = worker_server(config => "PerlModule My::NotThere\n");
    my $mark = $bad->error_log_mark;
    is get($bad, '/w?hello')->status, 500, 'workers that do not start';
    log_like($bad, $mark, qr/\] pool default: .* \[$_\]$/m)
        for qw(MH1003 MH3014);
    $bad->stop;
};

done_testing;
