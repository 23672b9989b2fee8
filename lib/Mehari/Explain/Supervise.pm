package Mehari::Explain::Supervise;

# Two processes: one compiles the script, which may end, hang or write wherever
# it likes; the other waits for what is to be said about it.

use v5.36;

use constant {
    SECONDS => 10,
    SEGV    => 11,
    CHUNK   => 65_536,
    ERRORS  => 4096,        # of what is written to STDERR
    FINAL   => "\nend\n",
};

# Of the process that compiles. The mark goes before the report, as BEGIN blocks
# may write to any descriptor that they find.
my ($report, $findings, $examiner, $mark);

# Returns in the process that compiles. The other one ends here.
sub begin ($out, $found) {
    if ($found->rules_out('compile')) {
        print {$out} $found->text;
        close $out;
        exit 0;
    }
    $findings = $found;
    $mark     = join '-', 'report', $$, time, 0 + \$mark;
    pipe my $from,   $report   or die "pipe: $!.\n";
    pipe my $errors, my $error or die "pipe: $!.\n";
    my $pid = fork // die "fork: $!.\n";
    if (!$pid) {
        close $out;
        return settle($error);
    }
    close $report;
    close $error;
    print {$out} wait_for($pid, $from, $errors);
    close $out;
    exit 0;
}

# --- the process that compiles ----------------------------------------------

# In a process group of its own, so that what it leaves can be ended as well.
sub settle ($error) {
    $examiner = $$;
    setpgrp 0, 0;
    open STDIN,  '<',  '/dev/null' or die "/dev/null: $!.\n";
    open STDOUT, '>',  '/dev/null' or die "/dev/null: $!.\n";
    open STDERR, '>&', $error      or die "STDERR: $!.\n";
    close $error;
    require B;
    B::save_BEGINs();
    return;
}

# All is compiled. Nothing of the script's may run any more, no END block
# either.
sub finish ($look) {
    return if !defined $examiner || $$ != $examiner;
    my $status = $?;

    # Perl runs CHECK blocks as well when a script does not compile.
    # What it failed with is on STDERR, where the other process looks.
    leave() if !${ B::main_root() } || $status && !defined fileno STDERR;
    local $SIG{__DIE__};
    local $SIG{__WARN__} = sub { };
    if (!eval { $look->($findings); 1 }) {
        $findings->add('MH4008', file => $0, error => one_line($@));
    }
    my $text = "\n$mark $status\n" . $findings->text . substr FINAL, 1;
    while (length $text) {
        my $count = syswrite $report, $text;
        last if !defined $count;
        substr $text, 0, $count, '';
    }
    return leave();
}

# Without END blocks.
sub leave () {
    kill KILL => $$;
    sleep 1;
    return;
}

# --- the process that waits -------------------------------------------------

my $FAILED = qr/compilation aborted|compilation errors/;

sub wait_for ($pid, $from, $errors) {
    my ($text, $grumbled, $late) = collect($from, $errors);
    kill KILL => -$pid;
    kill KILL => $pid;
    waitpid $pid, 0;
    my ($status, $said) = $text =~ /\n\Q$mark\E (\d+)\n(.*\n)end\n\z/s;
    return failure($late, $grumbled, $?)
        if !defined $said || $status && $grumbled =~ $FAILED;
    return $said;
}

# What comes through both pipes until the first is at its end.
sub collect ($from, $errors) {
    my ($text, $grumbled) = ('', '');
    my $until = time + SECONDS + 1;
    my %open  = map { fileno($_) => $_ } $from, $errors;
    while ($open{ fileno $from }) {
        my $left = $until - time;
        return ($text, $grumbled, 1) if $left <= 0;
        my $ready = '';
        vec($ready, $_, 1) = 1 for keys %open;
        next if select($ready, undef, undef, $left) <= 0;
        for my $fd (grep { vec $ready, $_, 1 } keys %open) {
            my $count = sysread $open{$fd}, my $piece, CHUNK;
            delete $open{$fd}, next if !$count;
            $text .= $piece if $fd == fileno $from;
            $grumbled .= $piece
                if $fd != fileno $from && length $grumbled < ERRORS;
        }
    }
    return ($text, $grumbled, 0);
}

sub failure ($late, $grumbled, $ended) {
    my %at = (file => $0);
    if ($late) {
        $findings->add('MH4003', %at, seconds => SECONDS);
    }
    elsif ($grumbled =~ $FAILED) {
        $findings->add('MH4001', %at, located($grumbled));
    }
    elsif (($ended & 127) == SEGV) {
        $findings->add('MH4008', %at, error => 'perl has crashed');
    }
    else {
        $findings->add('MH4002', %at);
    }
    return $findings->text;
}

# The first message, and the place in the script that it names, if any.
sub located ($grumbled) {
    my $error = one_line($grumbled);
    my ($line) = $grumbled =~ / at \Q$0\E line (\d+)[.,]/;
    return (error => $error, line => $line // 0);
}

sub one_line ($text) {
    my ($line) = $text =~ /(\S[^\n]*)/;
    return $line // '';
}

1;

__END__

=head1 NAME

Mehari::Explain::Supervise - a process to compile a script in, and its guard

=head1 DESCRIPTION

C<begin($out, $findings)> forks. In the child it returns, and perl goes on to
compile the script with an empty STDIN, without STDOUT, and in a process group
of its own. The parent waits for the report, not longer than C<SECONDS>, ends
the group, and writes the report or what became of the child to C<$out>.

C<finish($look)> is called in the child when all has been compiled.

=cut
