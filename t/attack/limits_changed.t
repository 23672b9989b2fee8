# A script changes the limits of its pool's manager: they are restored, or the
# manager is replaced. Under seccomp=on a script may change only its own limits,
# and no other process's limits, priority or processors.

use Mehari::Test;
use Mehari::Test::Gateway;

plan skip_all => 'perl has no numbers of system calls'
    if !
    eval { require 'sys/syscall.ph' };  ## no critic (RequireBarewordIncludes)

my $RESOURCES = 16;

my $h = gateway_server(config => <<~'CONF');
    PerlPool strict seccomp=on
    <Directory "${DOCUMENT_ROOT}/strict">
        PerlUsePool strict
    </Directory>
    CONF
mkdir $h->document_root . '/strict';
script($h, "$_/hi.pl", qq{print "Content-Type: text/plain\\n\\nhello\\n";})
    for '.', 'strict';
evaluators($h, <<~'PERL', './do.pl', 'strict/do.pl');
    require 'sys/syscall.ph';
    sub limit {
        my ($pid, $resource, $soft, $hard) = @_;
        my $new = pack 'Q2', $soft, $hard;
        my $old = "\0" x 16;
        return syscall(&SYS_prlimit64, $pid, $resource, $new, $old) < 0
            ? 0 + $! : 'set';
    }
    PERL

sub is_served ($path, $name) {
    return ok wait_until(
        sub {
            (eval { get($h, $path, timeout => 20)->body } // '') eq "hello\n";
        },
        60
        ),
        "$name: scripts are served";
}

sub limits_of ($pid) {
    return join '', sort grep { !/^Limit/ }
        split /^/, read_file("/proc/$pid/limits");
}

subtest 'soft limits are put back' => sub {
    is_served('/hi.pl', 'before');
    my $manager = pool_processes($h)->{default};
    my $before  = limits_of($manager);
    for my $resource (4, 7) {    # CORE, NOFILE
        my $hard = 'do { my $old = "\0" x 16; syscall(&SYS_prlimit64, '
            . "$manager, $resource, 0, \$old); (unpack 'Q2', \$old)[1] }";
        is evaluate($h, '/do.pl', "limit($manager, $resource, 0, $hard)"),
            'set', "a script sets the limit $resource";
        ok wait_until(sub { limits_of($manager) eq $before }),
            'it is put back';
    }
    is_served('/hi.pl', 'soft limits');
    is pool_processes($h)->{default}, $manager, 'by the same manager';
};

# The limit of a file's size, because its effect is seen in the next request.
subtest 'processes that compile scripts' => sub {
    script($h, 'writes.pl', <<~'PERL');
        use strict;
        my $file = "/tmp/limits_changed.$$" . $ENV{QUERY_STRING};
        $SIG{XFSZ} = 'IGNORE';
        open my $out, '>', $file or die;
        print {$out} 'text';
        my $written = close $out;
        unlink $file;
        print "Content-Type: text/plain\n\n", $written ? 'written' : "$!\n";
        PERL
    my $is_written
        = sub { (get($h, '/writes.pl')->body // '') eq 'written' };
    is_served('/hi.pl', 'before');
    for my $which ('all', 'the templates', 'the zygotes') {
        ok await_template($h, '/writes.pl'), 'there is a template';
        ok wait_until($is_written),          "$which: before";
        my $manager = pool_processes($h)->{default};
        my @below   = grep { $_ != $manager } children_of($manager);
        my %parent  = map {
            my ($above)
                = (eval { read_file("/proc/$_/stat") } // '')
                =~ /\) \S (\d+)/;
            ($_ => $above // 0);
        } @below;
        my $depth = sub ($pid) {
            my $deep = 0;
            $deep++ while $pid && $pid != $manager && ($pid = $parent{$pid});
            return $deep;
        };
        my $deepest = { 'the templates' => 3, 'the zygotes' => 2 }->{$which};
        my @chosen  = grep { !$deepest || $depth->($_) == $deepest } @below;
        evaluate($h, '/do.pl',
            "limit(\$_, 1, 0, 0) for @{[ join ', ', @chosen ]}; 1");
        ok wait_until($is_written), "$which: later requests can write again";
        is pool_processes($h)->{default}, $manager, 'the manager stays';
    }
};

subtest 'hard limits end the manager' => sub {
    for my $resource (0 .. $RESOURCES - 1) {
        my $manager = pool_processes($h)->{default};
        my $mark    = $h->error_log_mark;
        evaluate($h, '/do.pl', "limit($manager, $resource, 0, 0)");
        is_served('/hi.pl', "limit $resource");
        next if $resource != 7;
        log_like($h, $mark,
            qr/(?:has changed its limits|ended by signal 9).*\[MH3040\]/);
    }
};

subtest 'seccomp=on' => sub {
    is_served('/strict/hi.pl', 'before');
    my $manager = pool_processes($h)->{strict};
    my $before  = limits_of($manager);
    my $refused = 1;                              # EPERM
    for my $resource (0 .. $RESOURCES - 1) {
        is evaluate($h, '/strict/do.pl', "limit($manager, $resource, 0, 0)"),
            $refused, "limit $resource of the manager";
    }
    is limits_of($manager), $before, 'its limits are as before';
    is evaluate($h, '/strict/do.pl', 'limit(0, 4, 0, 0)'), 'set',
        'a script sets its own';
    is evaluate($h, '/strict/do.pl',
        "syscall(&SYS_prlimit64, $manager, 7, 0, my \$old = qq{\\0} x 16)"),
        0, 'and may read those of others';
    my $code
        = "my \$p = pack 'Q32', 1; my \@r = map { \$_->() < 0 ? 0 + \$! "
        . ": 'set' } sub { syscall &SYS_setpriority, 0, PID, 19 }, sub { "
        . 'syscall &SYS_sched_setaffinity, PID, 8, $p }, sub { syscall '
        . '&SYS_ioprio_set, 1, PID, 3 << 13 }, sub { syscall '
        . '&SYS_sched_setscheduler, PID, 3, $p }; "@r"';
    is evaluate($h, '/strict/do.pl', $code =~ s/PID/$manager/gr),
        "$refused $refused $refused $refused",
        'no priority and no processor of the manager';
    like evaluate($h, '/strict/do.pl', $code =~ s/PID/0/gr), qr/^set set set/,
        'but its own';
    is evaluate($h, '/strict/do.pl',
        'syscall(&SYS_setpriority, 2, 0, 5) < 0 ? 0 + $! : "set"'),
        $refused, 'nor those of all processes of its user';
};
$h->stop;

done_testing;
