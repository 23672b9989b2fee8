# Apache::DB debugs a handler and a Registry script in the terminal of
# `httpd -X`, as its manual says: it stops where the handler begins, steps,
# shows variables, and breaks at a sub and where the script says so.
# With MEHARI_TEST_MODULE=mod_perl the same holds for mod_perl.

use v5.36;
use lib qw(lib t/lib);
use Test::More;
use Time::HiRes qw(sleep time);

use Mehari::Test;

eval { require IO::Pty; 1 }
    or plan skip_all => 'IO::Pty is not installed';
system(
    "$^X -e 'require q{Apache/DB.pm}' 2>&1 | grep -q 'Can.t locate Apache'")
    or plan skip_all => 'Apache::DB is not installed';

my $MODULE = $ENV{MEHARI_TEST_MODULE} // 'mehari';

my %FILE = (
    'lib/Sum.pm' => <<~'PERL',
        package Sum;
        use v5.36;
        use Apache2::RequestRec ();
        use Apache2::RequestIO  ();

        sub handler {
            my $r     = shift;
            my $water = 1;
            my $sum   = add($water, 41);
            $r->content_type('text/plain');
            $r->print("sum $sum\n");
            return 0;
        }

        sub add {
            my ($one, $other) = @_;
            my $sum = $one + $other;
            return $sum;
        }

        1;
        PERL
    'lib/db.pl' => <<~'PERL',
        use File::Basename qw(dirname);
        use lib dirname(__FILE__);
        use APR::Pool  ();
        use Apache::DB ();
        Apache::DB->init;
        1;
        PERL
    'perl/well.pl' => <<~'PERL',
        my $depth = 2;
        $DB::single = 1;
        my $more = $depth * 21;
        print "Content-Type: text/plain\n\n";
        print "depth $more\n";
        PERL
);

my ($pty, $pid);
my $shown = '';

sub end () {
    return if !$pid;
    kill KILL => $pid;
    waitpid $pid, 0;
    $pid = 0;
    return;
}
END { end() }

sub configured ($mpm) {
    my $h = server(
        module  => $MODULE,
        mpm     => $mpm,
        modules => ['alias'],
        start   => 0,
        files   => \%FILE,
        config  => <<~'CONF',
            PerlRequire htdocs/lib/db.pl
            PerlModule Sum
            <Location /sum>
                PerlFixupHandler Apache::DB
                SetHandler perl-script
                PerlResponseHandler Sum
            </Location>
            <Location /plain>
                PerlFixupHandler +Apache::DB
                SetHandler modperl
                PerlResponseHandler Sum
            </Location>
            <Location /perl>
                PerlFixupHandler +Apache::DB
                SetHandler perl-script
                PerlResponseHandler ModPerl::Registry
                PerlOptions +ParseHeaders
                Options +ExecCGI
            </Location>
            CONF
    );
    $h->write_config;
    return $h;
}

# httpd with a terminal of its own.
sub started ($h) {
    $pty   = IO::Pty->new;
    $shown = '';
    $pid   = fork // die "fork: $!\n";
    if (!$pid) {
        $pty->make_slave_controlling_terminal;
        my $slave = $pty->slave;
        close $pty;
        $slave->set_raw;
        open STDIN,  '<&', $slave;
        open STDOUT, '>&', $slave;
        open STDERR, '>&', $slave;
        %ENV = (%{ $h->environment }, TERM => 'dumb');
        exec $h->command('-X');
    }
    $pty->close_slave;
    $pty->blocking(0);
    my $end = time + 30;
    while (time < $end && !-s $h->pid_file) {
        sleep 0.05;
        waitpid($pid, 1) == 0 or die "httpd has ended:\n", $h->error_log;
    }
    return;
}

sub see ($pattern) {
    my $end = time + 30;
    while (time < $end) {
        sysread $pty, $shown, 65536, length $shown;
        return 1 if $shown =~ s/\A.*?$pattern//s;
        sleep 0.02;
    }
    diag "shown: $shown";
    return 0;
}

# Asks the debugger something when it is ready, and looks for the answer.
sub type ($line, $pattern, $name) {
    return if !ok see(qr/DB<+\d+>+ /), "$name: it asks";
    syswrite $pty, "$line\n";
    ok see($pattern), $name;
    return;
}

sub visitor ($h, $path) {
    open my $out, '-|', 'curl', '-s', '--max-time', 60,
        'http://127.0.0.1:' . $h->port . $path
        or die "curl: $!\n";
    return $out;
}

sub the_end_of ($answer, $text, $name) {
    ok see(qr/DB<+\d+>+ /), "$name: it asks at the end";
    syswrite $pty, "c\n";
    is join('', readline $answer), $text, "$name: the answer";
    return;
}

for my $mpm (qw(prefork event)) {
    my $h = configured($mpm);
    started($h);

    my $answer = visitor($h, '/sum');
    type('n',            qr/Sum\.pm:\d+\)/,    "$mpm, a handler: a step");
    type('n',            qr/my \$sum   = add/, '... the next one');
    type('p "<$water>"', qr/<1>/,              '... a variable');
    type('s',            qr/Sum::add\(/,       '... into a sub');
    type('T',            qr/= Sum::handler\(/, '... the stack');
    the_end_of($answer, "sum 42\n", $mpm);

    $answer = visitor($h, '/plain');
    type('b Sum::add', qr//,           "$mpm, modperl: a breakpoint");
    type('c',          qr/Sum::add\(/, '... where it stops');
    the_end_of($answer, "sum 42\n", "$mpm, modperl");

    for my $round (1, 2) {
        $answer = visitor($h, '/perl/well.pl');
        see(qr/DB<+\d+>+ /);
        syswrite $pty, "c\n";
        ok see(qr{perl/well\.pl:3\)}),
            "$mpm, Registry, $round: stops where the script says so";
        type('p "<$depth>"', qr/<2>/, '... a lexical');
        the_end_of($answer, "depth 42\n", "$mpm, Registry, $round");
    }
    end();
}

done_testing;
