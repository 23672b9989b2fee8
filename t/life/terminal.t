# A caller that starts httpd in the background does not wait for any process
# that stays: `httpd -k start 2>&1 | cat` ends, also with mod_cgid's daemon
# beside Perl.

use Mehari::Test;
use Time::HiRes           qw(sleep);
use Mehari::Httpd::Config qw(modules_dir);

my $h;

# The server leaves the group of the test, so the test must end it.
END {
    if ($h && -s $h->pid_file) {
        local $?;
        my $pid = read_file($h->pid_file) + 0;
        kill TERM => $pid;
        my $end = time + 30;
        sleep 0.05 while -d "/proc/$pid" && time < $end;
    }
}

for my $mpm (qw(event prefork)) {
    $h = server(
        mpm    => $mpm,
        start  => 0,
        config => sub ($h) {
            return <<~"CONF";
            LoadModule cgid_module ${\ modules_dir()}/mod_cgid.so
            ScriptSock ${\ $h->root}/tmp/cgid
            PerlModule POSIX
            CONF
        },
    );
    $h->write_config;
    local $ENV{LD_PRELOAD} = $ENV{MEHARI_PRELOAD} // '';
    my $command = join ' ', map { "'$_'" } $h->command('-k', 'start');
    my $said    = '';
    my $ended   = eval {
        local $SIG{ALRM} = sub ($name) { die "It does not end.\n" };
        alarm 60;
        $said = qx($command 2>&1 </dev/null);
        alarm 0;
        1;
    };
    ok $ended, "$mpm: what reads from httpd comes to an end";
    is $said, '', "$mpm: httpd writes nothing to the terminal";
    # A signal before this line ends httpd, but not mod_cgid's daemon.
    my $end = time + 30;
    sleep 0.05
        while $h->error_log !~ /resuming normal operations/ && time < $end;
    my $pid = -s $h->pid_file ? read_file($h->pid_file) + 0 : 0;
    ok $pid && kill(0, $pid), "$mpm: httpd runs without its terminal";
    kill TERM => $pid if $pid;
    $end = time + 30;
    sleep 0.05 while $pid && -d "/proc/$pid" && time < $end;
    ok !-d "/proc/$pid", "$mpm: httpd ends when it is told to";
    undef $h;
}

done_testing;
