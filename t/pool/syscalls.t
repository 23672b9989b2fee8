# A pool with seccomp=on: each number of a system call from 0 to 600 is answered
# as src/pool/manager/privileges/syscalls.c says, and docs/seccomp.md says the same as that file;
# calls of another kind than the machine's (x32, 32 bits) do not exist.

use Mehari::Test;
use Errno  qw(EAFNOSUPPORT ENOSYS EPERM);
use Socket qw(AF_INET AF_INET6 AF_UNIX);
use Mehari::Test::Gateway;

plan skip_all => 'perl has no numbers of system calls'
    if !
    eval { require 'sys/syscall.ph' };  ## no critic (RequireBarewordIncludes)

my $LAST = 600;

# Calls that have no rule, or whose rule looks at the arguments; the result is
# for arguments of -1.
my %SPECIAL = (
    clone              => EPERM,
    clone3             => ENOSYS,
    ioprio_set         => EPERM,
    personality        => EPERM,
    prlimit64          => EPERM,
    sched_setaffinity  => EPERM,
    sched_setattr      => EPERM,
    sched_setparam     => EPERM,
    sched_setscheduler => EPERM,
    setpriority        => EPERM,
    socket             => EAFNOSUPPORT,
    socketpair         => EAFNOSUPPORT,
    unshare            => EPERM,
    userfaultfd        => EPERM,
);

# These calls would wait for ever, or for the machine's disks.
my %NOT_CALLED = map { $_ => 1 } qw(pause sync);

# uretprobe and uprobe: the kernel answers them before any filter, since 6.14. A
# process that is not traced ends by SIGILL or gets ENXIO.
my %BEFORE = map { $_ => 1 } 335, 336;

my $source
    = read_file(source_root() . '/src/pool/manager/privileges/syscalls.c');
my $page = read_file(source_root() . '/docs/seccomp.md');

# [class, names ...] of one of the lists.
sub source_list ($name) {
    my ($text) = $source =~ /mh_syscalls_\Q$name\E\[\] = \{\n(.*?)\n\};/s;
    $text =~ s/"\s+"//g;
    return map { [ $_->[0], split ' ', $_->[1] ] }
        map    { [/"([^"]+)",\s+"([^"]+)"/] }
        grep   { /"/ } split /\},?\n/, $text;
}

# The rows of a section, whose last column has the names.
sub page_list ($title) {
    my ($text) = $page =~ /^## \Q$title\E\n(.*?)(?:^## |\z)/ms;
    return map {
        my @column = split /\s*\|\s*/;
        [ $column[1], $column[-1] =~ /`(\w+)`/g ]
    } grep { /^\| (?!class)/ } split /\n/, $text;
}

my @allowed = source_list('allowed');
my @refused = source_list('refused');
cmp_ok scalar @allowed, '>', 10, 'the source has more than 10 lists of calls';
is_deeply [ page_list('Allowed') ], \@allowed, 'the page has what is allowed';
is_deeply [ page_list('Refused with EPERM') ], \@refused,
    'the page has all refused calls';

sub names (@list) {
    return map { @$_[ 1 .. $#$_ ] } @list;
}

# Calls that are missing in kernel headers and libseccomp of 2020. A call that
# libseccomp cannot name does not exist in the pool. The numbers are the same on
# all machines.
my %NEWER = (
    epoll_pwait2            => 441,
    mount_setattr           => 442,
    quotactl_fd             => 443,
    landlock_create_ruleset => 444,
    landlock_add_rule       => 445,
    landlock_restrict_self  => 446,
    memfd_secret            => 447,
    process_mrelease        => 448,
    futex_waitv             => 449,
    set_mempolicy_home_node => 450,
    cachestat               => 451,
    fchmodat2               => 452,
);

sub number ($name) {
    my $sub = main->can("SYS_$name") // main->can("__NR_$name")
        // return $NEWER{$name};
    return eval { $sub->() };
}

# The expected result, by number. A call that does not exist gives ENOSYS.
my (%expected, %name);
for my $row (
    (map { [ $_, 'allowed' ] } names(@allowed)),
    (map { [ $_, EPERM ] } names(@refused)),
    (map { [ $_, $SPECIAL{$_} ] } keys %SPECIAL)
    )
{
    my ($name, $answer) = @$row;
    my $number = number($name) // next;
    ok !defined $name{$number}, "$name is named once";
    $name{$number}     = $name;
    $expected{$number} = $answer;
}
cmp_ok scalar keys %expected, '>', 250,
    'more than 250 numbers of calls are known';

my $h = gateway_server(
    perl_pool => 'seccomp=on',
    config    => <<~'CONF');
        PerlPool open no-new-privileges=on
        <Directory "${DOCUMENT_ROOT}/open">
        PerlUsePool open
        </Directory>
        CONF
mkdir $h->document_root . '/open';

# Each call has a process of its own, which it may end. The result is the error,
# or that there was none.
script($h, $_, <<~'PERL') for 'calls.pl', 'open/calls.pl';
    use POSIX ();
    print "Content-Type: text/plain\n\n";
    for my $number (split /,/, $ENV{QUERY_STRING}) {
        pipe my $from, my $to;
        my $pid = fork // die "fork: $!\n";
        if (!$pid) {
            my $result = syscall $number, (-1) x 6;
            my $error  = $result == -1 ? 0 + $! : 'none';
            syswrite $to, "$number $error\n";
            POSIX::_exit(0);
        }
        close $to;
        print <$from> // "$number none\n";
        waitpid $pid, 0;
    }
    PERL

sub answers ($path, @numbers) {
    my $body   = get($h, "$path?" . join ',', @numbers)->body;
    my %answer = $body =~ /^(\d+) (\w+)$/mg;
    is scalar keys %answer, scalar @numbers, "$path has called them";
    return \%answer;
}

# EPERM or ENOSYS may also come from libc, or from a missing privilege. Then a
# pool without the filter gets the same.
sub is_right ($expected, $got, $open) {
    return $got eq $expected if $expected ne 'allowed';
    return $got eq $open     if $open eq EPERM || $open eq ENOSYS;
    return $got ne EPERM && $got ne ENOSYS;
}

subtest 'all numbers' => sub {
    my @numbers = grep { !$NOT_CALLED{ $name{$_} // '' } } 0 .. $LAST;
    my $with    = answers('/calls.pl',      @numbers);
    my $without = answers('/open/calls.pl', @numbers);
    my @wrong;
    for my $number (@numbers) {
        my $expected = $expected{$number} // ENOSYS;
        my ($got, $open) = map { $_->{$number} // '?' } $with, $without;
        next if $BEFORE{$number} && !defined $name{$number} && $got eq $open;
        my $name = $name{$number} // 'in no list';
        next if $got eq ENOSYS && $NEWER{$name};
        push @wrong, "$number ($name): $got, not $expected; else $open"
            if !is_right($expected, $got, $open);
    }
    is_deeply \@wrong, [], 'all numbers are answered as the list says';
    my $known = grep { $without->{$_} ne ENOSYS } @numbers;
    cmp_ok $known, '>', 300, 'the kernel has more without the filter';
    my @held = grep {
               $with->{$_} eq ENOSYS
            && $without->{$_} ne ENOSYS
            && !defined $name{$_}
    } @numbers;
    note 'unknown here, known to the kernel: ' . join ' ', @held;
};

evaluators($h, "use Socket;\n", 'do.pl', 'open/do.pl');

sub perl ($code, $path = '/do.pl') { return evaluate($h, $path, $code) }

subtest 'families of addresses' => sub {
    my $families = perl(<<~'PERL');
        my @all = 0 .. 60;
        join ' ', grep { socket my $s, $_, SOCK_DGRAM, 0 } @all;
        PERL
    my %there   = map { $_ => 1 } split ' ', $families;
    my $netlink = 16;
    ok $there{$_}, "the filter knows the family $_" for AF_UNIX, AF_INET;
    delete @there{ AF_UNIX, AF_INET, AF_INET6, $netlink };
    is_deeply [ sort keys %there ], [], 'the filter knows no other family';
    my $alg = 38;
    is perl("(socket(my \$s, $alg, SOCK_STREAM, 0) ? 0 : 0 + \$!)"),
        EAFNOSUPPORT, 'AF_ALG is not there';
};

subtest 'x32' => sub {
    plan skip_all => 'another machine' if number('getpid') != 39;
    for my $call (0x4000_0000 + 39, 0x4000_0000 + 512, 0x7fff_ffff) {
        is perl("syscall($call, 0) . ' ' . (\$! + 0)"), '-1 ' . ENOSYS,
            sprintf 'number %x', $call;
    }
};

# A program of 64 bits that calls sched_yield() as one of 32 bits does, and ends
# with the error, or 0: mov eax,158; int 0x80; mov edi,eax; neg edi; mov eax,231;
# syscall.
sub little_program () {
    my $code = pack 'H*',
        'b89e000000' . 'cd80' . '89c7' . 'f7df' . 'b8e7000000' . '0f05';
    my $base = 0x40_0000;
    my $size = 64 + 56 + length $code;
    return pack(
        'A4 C5 x7 S2 L Q3 L S6',
        "\x7fELF", 2, 1, 1,  0,  0, 2, 62, 1, $base + 64 + 56,
        64,        0, 0, 64, 56, 1, 0, 0,  0
        )
        . pack('L2 Q6', 1, 5, 0, $base, $base, $size, $size, 0x1000)
        . $code;
}

subtest 'calls of 32 bits' => sub {
    plan skip_all => 'another machine' if number('getpid') != 39;
    my $program = $h->document_root . '/little';
    write_file($program, little_program(), 0755);
    my $run = "system '$program'; \$?";
    my $is  = perl($run, '/open/do.pl');
    plan skip_all => "the kernel has none ($is)" if $is & 0x7f;
    is $is, 0, 'a call of 32 bits is there without the filter';
    is perl($run), ENOSYS << 8,
        'a call of 32 bits is not there with the filter';
};

done_testing;
