# A pool with seccomp=on: the filter holds for scripts, for programs that they
# start and for workers; CGI scripts, the programs that they start, and the
# manager's control of them work as before. The refusals are in
# t/pool/syscalls.t.

use Mehari::Test;
use Errno      qw(ENOSYS EPERM);
use IPC::Open2 qw(open2);
use JSON::PP   qw(decode_json);
use Mehari::Test::Gateway;
use Mehari::Test::Pool;
use Mehari::Test::Rollback;

plan skip_all => 'perl has no numbers of system calls'
    if !
    eval { require 'sys/syscall.ph' };  ## no critic (RequireBarewordIncludes)

my $h = gateway_server(
    perl_pool => 'seccomp=on request-timeout=2s restore=auto',
    files     => { 'handler.pl' => <<~'PERL' },
        package My::Handler;
        use Apache2::RequestIO ();
        sub handler {
            my ($r) = @_;
            require 'sys/syscall.ph';
            my $refused = syscall(&SYS_unshare, 0) < 0 && $!{EPERM};
            $r->print($refused ? 'refused' : 'allowed');
            return 0;
        }
        1;
        PERL
    config => <<~'CONF');
        PerlPool open no-new-privileges=on restore=auto
        <Location /status>
        SetHandler mehari-status
        </Location>
        <Directory "${DOCUMENT_ROOT}/open">
        PerlUsePool open
        </Directory>
        <Location /handler>
        SetHandler modperl
        PerlResponseHandler My::Handler
        PerlUsePool default
        </Location>
        PerlRequire ${DOCUMENT_ROOT}/handler.pl
        CONF
mkdir $h->document_root . '/open';

mkdir $h->document_root . '/open';
evaluators($h, <<~'PERL', 'do.pl', 'open/do.pl');
    require 'sys/syscall.ph';
    use Fcntl;
    use Socket;
    use POSIX ();
    PERL

sub perl ($code, $path = '/do.pl') { return evaluate($h, $path, $code) }

subtest 'what depends on an argument' => sub {
    my $clone = 'my $pid = syscall &SYS_clone, %s | POSIX::SIGCHLD, (0) x 4;'
        . 'POSIX::_exit(0) if !$pid; "$pid " . ($! + 0)';
    is perl(sprintf $clone, $_), '-1 ' . EPERM, "clone with $_"
        for '0x10000000', '0x20000', '0x40000000';
    like perl(sprintf $clone, 0), qr/\A[1-9]/, 'clone without a flag';
    is perl('syscall(&SYS_clone3, 0, 0) . " " . ($! + 0)'), '-1 ' . ENOSYS,
        'clone3 is not there';
    is perl('syscall(&SYS_personality, 0xffffffff)'), 0,
        'personality can be asked for';
    is perl('syscall(&SYS_personality, 0x40000) . " " . ($! + 0)'),
        '-1 ' . EPERM, 'personality cannot be changed';
    my $vm = 0x100;
    is perl("syscall(&SYS_unshare, $_) . ' ' . (\$! + 0)"), '-1 ' . EPERM,
        "unshare with $_ is refused"
        for 0, 0x2_0000, $vm | 0x2_0000;
    isnt perl("syscall(&SYS_unshare, $vm) . ' ' . (\$! + 0)"),
        '-1 ' . EPERM, 'unshare says whether memory is shared';
    is perl("syscall(&SYS_userfaultfd, $_) . ' ' . (\$! + 0)"),
        '-1 ' . EPERM, "userfaultfd with $_ is refused"
        for 0, 0x8_0000, 0x8_0800, 1;
};

# Templates work in such a pool as in any other.
subtest 'memory that is put back' => sub {
    plan skip_all => rollback_missing() if rollback_missing();
    get($h, $_, method => 'POST', body => '7', repeat => 3)
        for '/do.pl', '/open/do.pl';
    my $status = decode_json(get($h, '/status?format=json')->body);
    my %way    = map { $_->{name} => $_->{restore} } $status->{pools}->@*;
    my ($with, $without) = @way{qw(default open)};
    is $with->{way}, $without->{way},
        'memory is put back in the same way under the filter';
    is !!$with->{runs}, $without->{way} ne 'fork',
        'memory is put back by templates under the filter';
};

subtest 'for whom' => sub {
    my $status = 'join "", grep { /^(?:Seccomp|NoNewPrivs):/ } split /^/, '
        . '`cat /proc/self/status`';
    like perl($status), qr/^NoNewPrivs:\s+1\nSeccomp:\s+2$/m,
        'programs that a script starts';
    # A container has a filter of its own.
    my ($here) = read_file('/proc/self/status') =~ /^(Seccomp:.*)$/m;
    like perl($status, '/open/do.pl'), qr/^NoNewPrivs:\s+1\n\Q$here\E$/m,
        'another pool has no filter';
    is get($h, '/handler')->body, 'refused',
        'the filter is refused its calls in workers too'
        for 1 .. 2;
    script($h, 'plain.sh', <<~'SH');
        #!/bin/sh
        echo Content-Type: text/plain
        echo
        unshare --user true 2>&1 || echo refused
        SH
    like get($h, '/plain.sh')->body, qr/not permitted.*refused/si,
        'scripts that are no Perl';
};

subtest 'what scripts do' => sub {
    is get($h, '/echo.pl?a=b', method => 'POST', body => 'x' x 100)->status,
        200, 'a page is served under the filter';
    is perl('`echo out; exit 3` . ($? >> 8)'), "out\n3",
        'backticks work under the filter';
    is perl(  'my $pid = fork // die; POSIX::_exit(4) if !$pid;'
            . 'waitpid $pid, 0; $? >> 8'), 4, 'fork works under the filter';
    is perl('open my $to, "|-", "cat >&2; exit 5"; close $to; $? >> 8'), 5,
        'a pipe to a program';
    my $socket = <<~'PERL';
        socketpair my $one, my $two, AF_UNIX, SOCK_STREAM, 0 or die $!;
        socket my $in, AF_INET, SOCK_STREAM, 0 or die $!;
        bind $in, sockaddr_in(0, INADDR_LOOPBACK) or die $!;
        listen $in, 1 or die $!;
        socket my $out, AF_INET, SOCK_STREAM, 0 or die $!;
        connect $out, getsockname $in or die $!;
        accept my $there, $in or die $!;
        syswrite $there, 'hello';
        sysread $out, my $text, 5;
        $text
        PERL
    is perl($socket), 'hello', 'sockets work under the filter';
    is perl(  'local $SIG{ALRM} = sub { die "late\n" }; alarm 1;'
            . ' eval { select undef, undef, undef, 5 }; $@'), "late\n",
        'alarm works under the filter';
    is perl('local $0 = "renamed"; `cat /proc/$$/cmdline` =~ /^renamed/'), 1,
        'a process may get another name under the filter';
    is perl('scalar getpwuid $<'), (getpwuid(perl('$<')))[0],
        'getpwuid works under the filter';
};

# Modules that CGI programs use. Each row computes 7.
my %MODULE = (
    'DBD::SQLite' => <<~'PERL',
        my $db = DBI->connect('dbi:SQLite:dbname=:memory:', '', '',
            { RaiseError => 1 });
        $db->do('CREATE TABLE t (a)');
        $db->do('INSERT INTO t VALUES (7)');
        $db->selectrow_array('SELECT a FROM t')
        PERL
    'IPC::Run' => <<~'PERL',
        IPC::Run::run(['tr', 'a-z', 'A-Z'], \'seven', \my $out);
        $out eq 'SEVEN' ? 7 : $out
        PERL
    'Storable' => <<~'PERL',
        my $file = "/tmp/mehari-storable-$$";
        Storable::lock_store({ a => 7 }, $file);
        my $kept = Storable::lock_retrieve($file);
        unlink $file;
        $kept->{a}
        PERL
    'IPC::SysV' => <<~'PERL',
        my $id = shmget(IPC::SysV::IPC_PRIVATE(), 8, 0600) // die $!;
        shmwrite $id, '7', 0, 1;
        shmread $id, my $text, 0, 1;
        shmctl $id, IPC::SysV::IPC_RMID(), 0;
        $text
        PERL
    'threads'          => 'threads->create(sub { 7 })->join',
    'IO::Socket::INET' => <<~'PERL',
        my $in = IO::Socket::INET->new(Listen => 1,
            LocalAddr => '127.0.0.1') or die $@;
        my $out = IO::Socket::INET->new(PeerAddr => '127.0.0.1',
            PeerPort => $in->sockport) or die $@;
        $in->accept->syswrite('7');
        sysread $out, my $text, 1;
        $text
        PERL
    'File::Temp' => 'print { my $f = File::Temp->new } 7; 7',
    'File::Copy' => <<~'PERL',
        my $file = "/tmp/mehari-copy-$$";
        File::Copy::copy('/proc/self/status', $file) or die $!;
        -s $file > 7 && unlink($file) ? 7 : 0
        PERL
    'Time::HiRes' => 'Time::HiRes::usleep(10); 7',
    'IO::Select'  => <<~'PERL',
        pipe my $from, my $to;
        syswrite $to, '7';
        my ($ready) = IO::Select->new($from)->can_read(10);
        sysread $ready, my $text, 1;
        $text
        PERL
);

subtest 'modules' => sub {
    for my $module (sort keys %MODULE) {
        system($^X, '-e',
            "exit !eval { require $module } || $module eq 'DBD::SQLite' && "
                . '!eval { require DBI }') == 0
            or next;
        my $first = $module eq 'DBD::SQLite' ? 'require DBI;' : '';
        my $path  = '/' . $module =~ s/::/-/gr . '.pl';
        script($h, $path, <<~"PERL");
            $first
            require $module;
            my \$result = do {
                $MODULE{$module}
            };
            print "Content-Type: text/plain\n\n\$result";
            PERL
        is get($h, $path)->body, 7, $module for 1 .. 2;
    }
};

# Commands that print something. The output with the filter is the same as
# without it.
my @COMMANDS = (
    'sh -c "echo here | sed s/h/H/ | sort"',
    'cd /tmp && d=$(mktemp -d) && cd $d && git init -q . 2>&1 && '
        . 'echo a > f && git add f 2>&1 && '
        . 'git -c user.name=a -c user.email=b commit -qm c 2>&1 && '
        . 'git log --format=%s; cd / && rm -rf $d',
    'cd /tmp && d=$(mktemp -d) && cp -a /etc/passwd $d/f && '
        . 'tar cf $d/t.tar -C $d f && tar tf $d/t.tar && gzip $d/f && '
        . 'ls $d; rm -rf $d',
    'perl -e "print 6 + 1"',
    'python3 -c "import threading as t; x = t.Thread(target=print, '
        . 'args=[7]); x.start(); x.join()" 2>&1',
    'openssl dgst -sha256 /etc/passwd 2>&1',
    'curl -s http://127.0.0.1:1/ 2>&1',
    'printf "Subject: x\n\nbody\n" | /bin/sh -c "cat >/dev/null; echo sent"',
    'date -d @0 -u; id -u; hostname; df / >/dev/null && echo ok',
    'find /etc/perl -maxdepth 1 | sort | head -3',
);

script($h, $_, <<~'PERL') for 'run.pl', 'open/run.pl';
    print "Content-Type: text/plain\n\n";
    my $command = do { local $/; <STDIN> };
    my $said = `$command`;
    print "$said$?\n";
    PERL

subtest 'programs' => sub {
    for my $command (@COMMANDS) {
        my ($with, $without) = map { perl($command, $_) } '/run.pl',
            '/open/run.pl';
        is $with, $without, $command;
    }
};

subtest 'what the manager does' => sub {
    script($h, 'slow.pl', <<~'PERL');
        sub wait_long { sleep 30 }
        wait_long();
        PERL
    my $mark = $h->error_log_mark;
    is get($h, '/slow.pl')->status, 504, 'a request runs too long';
    log_like($h, $mark, qr/main::wait_long/,
        'the stack of a slow script is in the log');
};

# Runs under a filter that refuses seccomp(2), and prctl(2) for the same
# purpose. struct sock_filter is a code, two jumps and a number; struct
# sock_fprog a count and where they are.
my $forbidden = <<~'PERL';
    require 'sys/syscall.ph';
    my ($load, $equal, $return) = (0x20, 0x15, 0x06);
    my $filter = join '', map { pack 'SCCL', @$_ } (
        [ $load,   0, 0, 0 ],
        [ $equal,  3, 0, &SYS_seccomp ],
        [ $equal,  0, 3, &SYS_prctl ],
        [ $load,   0, 0, 16 ],
        [ $equal,  0, 1, 22 ],
        [ $return, 0, 0, 0x0005_0000 | 22 ],
        [ $return, 0, 0, 0x7fff_0000 ],
    );
    my $program = pack 'S x![J] J', 7, unpack 'J', pack 'P', $filter;
    syscall(&SYS_prctl, 38, 1, 0, 0, 0) == 0 or die "no_new_privs: $!";
    syscall(&SYS_prctl, 22, 2, $program) == 0 or die "seccomp: $!";
    exec @ARGV;
    PERL

subtest 'no filter, no pool' => sub {
    my $build = Mehari::Test::Pool::build_folder();
    my %user  = $> ? () : Mehari::Test::Pool::user();
    my @words = map { "$_=$user{$_}" } sort keys %user;
    my $sentence
        = 'mehari-pool: the pool test cannot start: cannot set the seccomp '
        . 'filter, because this kernel, or its container, has none: '
        . "Invalid argument [MH1220]\n";
    for my $on (0, 1) {
        my $pid = open2(
            my $from,
            my $to,
            $^X,
            '-e',
            'open STDERR, ">&", STDOUT;' . $forbidden,
            Mehari::Test::Pool::driver(),
            "$build/mehari-pool",
            @words,
            "seccomp=$on"
        );
        close $to;
        my $said = join '', <$from>;
        waitpid $pid, 0;
        is $said, $on ? $sentence : '', "seccomp=$on says what is missing";
    }
};

done_testing;
