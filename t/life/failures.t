# Code that fails while the server starts or restarts: one sentence that names
# file and line, on the terminal and in the log, and no half-started server.

use Mehari::Test;
use Time::HiRes qw(sleep time);

# A startup file, and the words about it (%s is the file).
my @failures = (
    [ 'die',                "\n\ndie 'oh no';\n",  'oh no at %s line 3.' ],
    [ 'die with a newline', "die qq(oh no\\n);\n", 'oh no' ],
    [
        'a syntax error',
        "use strict;\n\nmy \$x = ;\n",
        'syntax error at %s line 3, near "= ;"',
    ],
    [ 'a variable nobody knows', "use strict;\n\$x = 1;\n", 'at %s line 2.' ],
    [ 'no true value',           "0;\n", '%s did not return a true value' ],
    [
        'a missing module',
        "\nuse No::Such::Module;\n",
        q{Can't locate No/Such/Module.pm in @INC},
    ],
    [
        'exit',
        "\n\nexit 3;\n",
        'exit was called at %s line 3; code that is loaded must return',
    ],
    [
        'CORE::exit', "\nCORE::exit(0);\n",
        'CORE::exit was called while the server starts at %s line 2.',
    ],
    [
        'an error object',
        "die bless { a => 1 }, 'My::Error';\n",
        'My::Error='
    ],
    [
        'exit in BEGIN',
        "1;\nBEGIN { exit 0 }\n",
        'exit was called at %s line 2',
    ],
);

# Startup file with the text, named by the directive.
sub failing_server ($directive, $text, $more = '') {
    my $h = server(
        workers => 1,
        start   => 0,
        config  => "$directive \${ROOT}/conf/startup.pl\n$more",
    );
    write_file($h->root . '/conf/startup.pl', $text);
    return $h;
}

sub refused ($h, $name, $expected) {
    ok !eval { $h->start; 1 }, "$name: the server does not start";
    like $h->startup_log, $expected, "$name: said on the terminal";
    ok !$h->is_running, "$name: no server runs";
    return;
}

for my $directive (qw(PerlRequire PerlPostConfigRequire)) {
    for my $failure (@failures) {
        my ($name, $text, $message) = @$failure;
        my $h    = failing_server($directive, $text);
        my $file = $h->root . '/conf/startup.pl';
        my $conf = quotemeta $h->config_file;
        my $said = quotemeta sprintf $message, ($file) x ($message =~ /%s/);
        my $expected = qr/\Q$directive $file\E \($conf:\d+\): .*$said/s;
        refused($h, "$directive, $name", $expected);
        like $h->error_log, $expected, "$directive, $name: and in the log";
        unlike $h->startup_log . $h->error_log,
            qr/\(eval \d+\) line 1\.\s*$|120000/m,
            "$directive, $name: nothing of our own insides";
        my ($good, $report) = $h->configtest;
        ok !$good, "$directive, $name: configtest fails";
        like $report, $expected, "$directive, $name: and says why";
        $h->stop;
    }
}

# The file runs while httpd reads the configuration, so httpd names the line.
for my $failure (@failures) {
    my ($name, $text, $message) = @$failure;
    my $h    = failing_server('PerlConfigRequire', $text);
    my $file = $h->root . '/conf/startup.pl';
    my $said = quotemeta sprintf $message, ($file) x ($message =~ /%s/);
    my $conf = quotemeta $h->config_file;
    refused(
        $h,
        "PerlConfigRequire, $name",
        qr/on line \d+ of $conf:\s+PerlConfigRequire \Q$file\E: .*$said.*\[MH1004\]/s
    );
    $h->stop;
}

subtest 'a missing module' => sub {
    my $h = failing_server('PerlModule No::Such', "1;\n");
    refused($h, 'PerlModule',
        qr/PerlModule No::Such \(.*:\d+\): Can't locate/);
};

subtest 'a process that code forks off while it is loaded' => sub {
    my $h = failing_server('PerlRequire', <<~'PERL');
        use strict;
        my $pid = fork;
        if (!$pid) {
            exit 7;
        }
        waitpid $pid, 0;
        $? >> 8 == 7 or die "the process ended with $?";
        my $child = open(my $pipe, '-|') // die "no pipe: $!";
        if (!$child) {
            print 'from a process';
            exit;
        }
        my $said = readline $pipe;
        $said eq 'from a process' or die "it said $said";
        1;
        PERL
    $h->start;
    is get($h, '/')->status, 404,
        'a forked process ends, and the server starts';
    log_like($h, 0, qr/AH00094/, 'its last line at the start is there');
    is scalar(() = $h->error_log =~ /resuming normal operations/g), 1,
        'a server whose start-up code forks starts once';
};

# Waits until the server has given up.
sub ended ($h) {
    my $end = time + 15;
    sleep 0.02 while time < $end && $h->is_running;
    return !$h->is_running;
}

for my $how (qw(graceful restart)) {
    subtest "a $how that fails" => sub {
        my $h = failing_server('PerlRequire', <<~'PERL', <<~'CONF');
            use Apache2::RequestIO ();
            sub My::slow {
                my ($r) = @_;
                $r->print("begin\n");
                $r->rflush;
                select undef, undef, undef, 1;
                $r->print("end\n");
                return 0;
            }
            1;
            PERL
            <Location /slow>
                SetHandler modperl
                PerlResponseHandler My::slow
            </Location>
            CONF
        $h->start;
        my $client = client($h);
        $client->send(
            "GET /slow HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n");
        $client->read_until(qr/begin/);
        write_file($h->root . '/conf/startup.pl', "\ndie 'changed';\n");
        my ($good, $report) = $h->configtest;
        ok !$good, 'configtest would have told';
        like $report, qr/changed at .*startup\.pl line 2\./,
            "the report of a $how says why it failed";
        my $mark = $h->error_log_mark;
        ok !eval { $h->$how; 1 },
            'a server with broken start-up code does not come back';
        ok ended($h), 'httpd ends rather than serve without its code';
        like $h->error_log_since($mark),
            qr/httpd\.conf:\d+\): changed at .*startup\.pl line 2\./,
            'the log says why';
        like $client->read_all, qr/end\n/, 'a request under way is ended'
            if $how eq 'graceful';
        unlike $h->error_log, qr/exit signal (?!Term|Kill)/,
            "no child has crashed at a $how";
        write_file($h->root . '/conf/startup.pl', "sub My::slow { 0 } 1;\n");
        $h->end_processes;
        $h->start;
        is get($h, '/slow')->status, 200, 'mended, it starts again';
    };
}

done_testing;
