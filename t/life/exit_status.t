# `httpd -k start` exits with 1 if the server does not start, even if the
# failure comes after httpd has gone into the background. It exits as soon as
# the server serves.

use Mehari::Test;
use Time::HiRes qw(sleep);

my $h;

# The server leaves the group of the test, so the test must end it.
sub end_server () {
    return if !$h || !-s $h->pid_file;
    my $pid = read_file($h->pid_file) + 0;
    kill TERM => $pid;
    my $end = time + 30;
    sleep 0.05 while -d "/proc/$pid" && time < $end;
    return;
}
END { local $?; end_server() }

# The exit status and the output.
sub started (@argument) {
    local $ENV{LD_PRELOAD} = $ENV{MEHARI_PRELOAD} // '';
    my $command = join ' ', map { "'$_'" } $h->command(@argument);
    my $said    = '';
    eval {
        local $SIG{ALRM} = sub ($name) { die "It does not end.\n" };
        alarm 60;
        $said = qx($command 2>&1 </dev/null);
        alarm 0;
        1;
    } or return ('none', $@);
    return ($? >> 8, $said);
}

sub prepared ($mpm, $config) {
    end_server();
    $h = server(
        mpm     => $mpm,
        start   => 0,
        workers => 1,
        files   => { 'index.html' => "static\n" },
        config  => "PerlRequire \${ROOT}/conf/startup.pl\n$config",
    );
    write_file($h->root . '/conf/startup.pl', <<~'PERL');
        sub My::ok { return 0 }
        sub My::bad { return 500 }
        sub My::slow { select undef, undef, undef, 1; return 0 }
        sub My::gone { kill 'KILL', $$; return 0 }
        1;
        PERL
    write_file($h->root . '/conf/dies.pl', "die qq(oh no\\n);\n");
    $h->write_config;
    return;
}

# Each MPM of httpd detaches in its own way.
my $EMBEDDED = "PerlInitHandler My::ok\n";
my %failing  = (
    'PerlModule'            => "PerlModule No::Such\n",
    'PerlRequire'           => "PerlRequire \${ROOT}/conf/dies.pl\n",
    'PerlConfigRequire'     => "PerlConfigRequire \${ROOT}/conf/dies.pl\n",
    'PerlPostConfigRequire' =>
        "PerlPostConfigRequire \${ROOT}/conf/dies.pl\n",
    'PerlOpenLogsHandler'   => "PerlOpenLogsHandler My::bad\n",
    'PerlPostConfigHandler' => "PerlPostConfigHandler My::bad\n",
    'a handler'             =>
        "<Location /x>\nPerlResponseHandler +No::Such\n</Location>\n",
    'a pool' => "PerlPool main script-user=nobody-at-all\n",
);

for my $mpm (qw(event prefork)) {
    for my $name (sort keys %failing) {
        prepared($mpm, "$EMBEDDED$failing{$name}");
        my ($status, $said) = started('-k', 'start');
        is $status, 1, "$mpm, $name: the exit status";
        like $said, qr/\S/, "$mpm, $name: the terminal says why";
        ok !-s $h->pid_file, "$mpm, $name: no server";
    }

    prepared($mpm, "${EMBEDDED}PerlPostConfigHandler My::gone\n");
    is + (started('-k', 'start'))[0], 1, "$mpm: a child that is killed";

    prepared($mpm, "${EMBEDDED}PerlPostConfigHandler My::slow\n");
    is_deeply [ started('-k', 'start') ], [ 0, '' ], "$mpm: a good start";
    is get($h, '/')->body, "static\n", "$mpm: the server answers";
    is_deeply [ started('-t') ], [ 0, "Syntax OK\n" ],
        "$mpm: a test of the configuration";
    is_deeply [ started('-k', 'stop') ], [ 0, '' ], "$mpm: and its end";

    # httpd starts without the pool, whose requests fail.
    prepared($mpm,
        $EMBEDDED
            . "<Location /x>\nPerlResponseHandler No::Such\n</Location>\n");
    my ($status, $said) = started('-t');
    is $status, 0, "$mpm, a handler without + that is not there: a test";
    like $said, qr/No::Such.*\[MH1006\].*^Syntax OK$/ms,
        "$mpm: the terminal says what is missing";
}

done_testing;
