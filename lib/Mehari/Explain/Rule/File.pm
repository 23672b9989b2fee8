package Mehari::Explain::Rule::File;

# Files and handles: names that depend on the working directory, handles that
# outlive a request, and descriptors.

use v5.36;
use B ();

# Which of the arguments is a name: all, or from the one of this number on.
my %NAMES = (
    (
        map { $_ => 0 }
            qw(unlink rename link symlink readlink rmdir lstat stat)
    ),
    (map { $_ => 0 } qw(mkdir truncate)),
    chmod    => 1,
    chown    => 2,
    utime    => 2,
    sysopen  => 1,
    open_dir => 1,
);
my %COUNT = (mkdir => 1, truncate => 1, sysopen => 1, open_dir => 1);

my @TESTS = qw(
    ftrread ftrwrite ftrexec fteread ftewrite fteexec ftis ftsize ftrowned
    fteowned ftzero ftsock ftchr ftblk ftfile ftdir ftpipe ftsuid ftsgid
    ftsvtx ftlink fttext ftbinary
);
my %AGE = (ftmtime => '-M', ftatime => '-A', ftctime => '-C');

sub rules () {
    return (
        (map { $_ => \&named } keys %NAMES),
        (map { $_ => \&test } @TESTS),
        (map { $_ => \&age } keys %AGE),
        open  => \&open_file,
        close => \&close_handle,
        (map { $_ => \&close_handle } qw(tell seek eof)),
        glob    => \&pattern,
        binmode => \&binmode,
        select  => \&select_handle,
        fcntl   => \&control,
    );
}

# --- names -------------------------------------------------------------------

# A name that begins with a constant "/".
sub is_absolute ($walk, $op) {
    my $name = $op->name;
    return ($walk->text($op) // '') =~ m{\A/} if $name eq 'const';
    if ($name eq 'multiconcat') {
        my (undef, $text, $length) = $op->aux_list($walk->{cv});
        return ($length // -1) > 0 && $text =~ m{\A/};
    }
    my ($first) = $walk->arguments($op);
    return $name =~ /\A(?:concat|stringify)\z/ && $first
        ? is_absolute($walk, $first)
        : 0;
}

sub check_name ($walk, $op) {
    return proc($walk, $op) if is_absolute($walk, $op);
    my $text = $walk->text($op);
    return $walk->add('MH4301', subject => $text // name_of($walk, $op));
}

# A variable's name, where there is one to be shown.
sub name_of ($walk, $op) {
    my $name = $walk->{pad}->name($op->targ);
    return $name    if $op->name =~ /\Apad/ && defined $name;
    return 'a name' if $op->name ne 'gvsv';
    my $gv = $walk->glob_of($op);
    return $gv ? '$' . $gv->SAFENAME : 'a name';
}

# What a process shows of itself there is the same process's for ever.
sub proc ($walk, $op) {
    my $text = $walk->text($op) // return;
    return $walk->add('MH4223', subject => $text)
        if $text =~ m{\A/(?:proc|dev/fd)/};
    return;
}

sub is_handle ($op) { return $op->name =~ /\A(?:gv|rv2gv)\z/ }

sub named ($walk, $op, $name) {
    my @arguments = $walk->arguments($op);
    return if !@arguments && $op->flags & B::OPf_SPECIAL;
    return if $op->isa('B::PADOP') || $op->isa('B::SVOP');    # stat HANDLE
    keep_open($walk, $arguments[0]) if $name =~ /\A(?:sysopen|open_dir)\z/;
    splice @arguments, 0, $NAMES{$name};
    splice @arguments, $COUNT{$name} if $COUNT{$name};
    check_name($walk, $_) for grep { !is_handle($_) } @arguments;
    return;
}

sub test ($walk, $op, $name) {
    my ($argument) = $walk->arguments($op);
    return descriptor_of($walk, $walk->glob_of($op), $name)
        if $op->isa('B::PADOP') || $op->isa('B::SVOP');
    return if !$argument || $argument->name =~ /\Aft/;
    return descriptor_of($walk, named_handle($walk, $argument), $name)
        if is_handle($argument);
    return check_name($walk, $argument);
}

sub age ($walk, $op, $name) {
    $walk->add('MH4212', subject => $AGE{$name});
    return test($walk, $op, $name);
}

# In scalar context File::Glob keeps the rest of the list.
sub pattern ($walk, $op, $name) {
    $walk->add('MH4309', subject => 'glob')
        if ($op->flags & B::OPf_WANT) != B::OPf_WANT_LIST;
    return $walk->add('MH4301', subject => 'glob');
}

# What is behind a standard handle.
sub descriptor_of ($walk, $gv, $name) {
    return if !$gv || !Mehari::Explain::Rule::Special::is_standard($gv);
    return $walk->add('MH4305', subject => "$name of " . $gv->SAFENAME);
}

sub named_handle ($walk, $op) {
    my $inner = $op->name eq 'rv2gv' ? $op->first : $op;
    return $inner->name eq 'gv' ? $walk->glob_of($inner) : undef;
}

sub close_handle ($walk, $op, $name) {
    my ($handle) = $walk->arguments($op);
    return descriptor_of($walk, $walk->glob_of($op), $name)
        if $op->isa('B::PADOP') || $op->isa('B::SVOP');
    return if !$handle || !is_handle($handle);
    return descriptor_of($walk, named_handle($walk, $handle), $name);
}

# --- handles -----------------------------------------------------------------

# open(FILE, ...): FILE stays open when the request has ended.
sub keep_open ($walk, $handle) {
    return if !$handle || !is_handle($handle);
    return
        if $handle->name eq 'rv2gv'
        && $handle->private & B::OPpLVAL_INTRO;
    my $gv = named_handle($walk, $handle) // return;
    return $walk->add('MH4302', subject => $gv->SAFENAME);
}

sub open_file ($walk, $op, $name) {
    my ($handle, $mode, $file, @more) = $walk->arguments($op);
    keep_open($walk, $handle);
    my $how = defined $mode ? $walk->text($mode) : undef;
    descriptor($walk, $how) if defined $how;
    my $is_file
        = defined $how && $file && $how =~ /\A\s*\+?[<>]{1,2}\s*(?::.*)?\z/s;
    return $walk->add('MH4303', subject => $how // 'open') if !$is_file;
    return if @more || $file->name =~ /\A(?:s?refgen|undef)\z/;
    return check_name($walk, $file);
}

sub descriptor ($walk, $how) {
    return $walk->add('MH4313', subject => $how)
        if $how =~ /&=?\s*(?:[3-9]|\d\d)/;
    return $walk->add('MH4223', subject => $how)
        if $how =~ m{/(?:proc|dev/fd)/};
    return;
}

sub binmode ($walk, $op, $name) {
    my ($handle, $layer) = $walk->arguments($op);
    return if !defined $layer;
    my $inner = $handle->name eq 'rv2gv' ? $handle->first         : $handle;
    my $gv    = $inner->name eq 'gv'     ? $walk->glob_of($inner) : undef;
    return if !$gv || !Mehari::Explain::Rule::Special::is_standard($gv);
    return $walk->add('MH4312', subject => $gv->SAFENAME);
}

# Flags go with the handle. What copies it makes a descriptor without one.
my %COPIES = map { $_ => 1 } 0, 1030;    # F_DUPFD, F_DUPFD_CLOEXEC

sub control ($walk, $op, $name) {
    my (undef, $command) = $walk->arguments($op);
    my $number = $command ? $walk->text($command) : undef;
    my $known  = defined $number && $number =~ /\A\d+\z/;
    return $walk->add($known && !$COPIES{$number} ? 'MH4305' : 'MH4310',
        subject => $name);
}

sub select_handle ($walk, $op, $name) {
    return if !$walk->arguments($op);
    return $walk->add('MH4304', subject => 'select');
}

1;

__END__

=head1 NAME

Mehari::Explain::Rule::File - files and handles

=cut
