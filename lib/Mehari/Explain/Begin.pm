package Mehari::Explain::Begin;

# What runs while a script is compiled: BEGIN blocks, `use`, the code of modules
# outside of subs, and all that they call. A script that is compiled once sees
# for ever what these saw the first time.

use v5.36;
use B ();

use Mehari::Explain::Code;
use Mehari::Explain::Reviewed;
use Mehari::Explain::Rule::File;
use Mehari::Explain::Rule::Special;
use Mehari::Explain::Rule::Variable;
use Mehari::Explain::Use;
use Mehari::Explain::Walk;

my %REASON = (
    MH4401 => [qw(time ftmtime ftatime ftctime)],
    MH4403 => [qw(getppid getpgrp tms getlogin getpriority)],
    MH4405 => [
        qw(open sysopen open_dir stat lstat readlink glob dofile ftrread
            ftrwrite ftrexec fteread ftewrite fteexec ftis ftsize ftrowned
            fteowned ftzero ftsock ftchr ftblk ftfile ftdir ftpipe ftsuid
            ftsgid ftsvtx ftlink fttext ftbinary fttty)
    ],
    MH4406 => [qw(rand srand)],
    MH4408 => [
        qw(fork exec system backtick pipe_op kill wait waitpid setpgrp
            setpriority chroot syscall unlink rename link symlink mkdir rmdir
            chmod chown utime truncate alarm tie dbmopen socket sockpair bind
            connect listen accept shutdown send recv fcntl ioctl flock dump
            shmget shmctl shmread shmwrite msgget msgctl msgsnd msgrcv semop
            semget semctl syswrite sleep)
    ],
    MH4409 => [qw(exit)],
    MH4410 => [
        qw(gpwnam gpwuid gpwent ggrnam ggrgid ggrent ghbyname ghbyaddr
            ghostent gnbyname gnbyaddr gpbyname gpbynumber gsbyname gsbyport)
    ],
);

# Of the process, and not of a request.
my $OF_PROCESS = qr/\A(?:PERL\w*|PATH|HOME|TZ|LANG|LANGUAGE|LC_\w+|TMPDIR|TEMP
    |TMP|SHELL|TERM|USER|LOGNAME|XDG_\w+|MOD_PERL\w*|LD_LIBRARY_PATH|NO_COLOR
    |HARNESS_\w+|AUTOMATED_TESTING|COLUMNS|LINES|VMS\w*|SYS\$\w+
    |\w+_DEBUG|DEBUG_\w+)\z/x;

sub rules () {
    my %rules = Mehari::Explain::Rule::Variable::rules();
    $_ = [$_] for values %rules;
    for my $code (keys %REASON) {
        for my $name (@{ $REASON{$code} }) {
            push @{ $rules{$name} }, sub ($walk, $op, $) {
                return $walk->add($code, subject => what($walk, $op, $name));
            };
        }
    }
    push @{ $rules{$_} }, \&clock  for qw(localtime gmtime);
    push @{ $rules{$_} }, \&prints for qw(print say prtf);
    push @{ $rules{$_} }, \&reads
        for qw(readline rcatline read sysread getc eof);
    push @{ $rules{entersub} },  \&call;
    push @{ $rules{require} },   \&require_file;
    push @{ $rules{entereval} }, \&string_eval;
    push @{ $rules{bless} },     sub ($walk, $, $) { $walk->{blesses} = 1 };
    return \%rules;
}

# { findings, code }
sub new ($class, %self) {
    my $self = bless { queue => [], done => {}, %self }, $class;
    push @{ $self->{by_name}{ $_->{name} =~ s/.*:://r } }, $_
        for @{ $self->{code}{subs} };
    $self->{walk} = Mehari::Explain::Walk->new(
        rules    => rules(),
        findings => $self->{findings},
        uses     => Mehari::Explain::Use->new,
        look     => \&look,
        only     => qr/\AMH44/,
        begin    => $self,
    );
    return $self;
}

# Looks at the blocks and files, and at all that they call.
sub all ($self, @loads) {
    $self->visit($_) for @{ $self->{code}{begins} }, @loads;
    while (my $next = shift @{ $self->{queue} }) { $self->visit($next) }
    return;
}

sub visit ($self, $sub) {
    return if $self->{done}{ ${ $sub->{cv} } }++;
    local $self->{walk}{module} = $sub->{module};
    $self->{walk}->code($sub->{cv}, 'load');
    return;
}

sub has_blessed ($self) { return $self->{walk}{blesses} }

# --- rules -------------------------------------------------------------------

sub what ($walk, $op, $name) {
    my ($first)
        = grep { defined } map { $walk->text($_) } $op->isa('B::UNOP')
        || $op->isa('B::LISTOP')
        ? $walk->arguments($op)
        : ();
    return defined $first
        && length $first ? $first : $name =~ s/\Aft/file test /r;
}

sub clock ($walk, $op, $name) {
    return if $walk->arguments($op);
    return $walk->add('MH4401', subject => $name);
}

sub prints ($walk, $op, $name) {
    if ($op->flags & B::OPf_STACKED) {
        my ($to) = $walk->arguments($op);
        return if $to->name ne 'rv2gv' && $to->name ne 'gv';
        my $inner = $to->name eq 'gv' ? $to : $to->first;
        return if $inner->name ne 'gv';
        my $gv = $walk->glob_of($inner);
        return if $gv && $gv->SAFENAME ne 'STDOUT';
    }
    return $walk->add('MH4407', subject => $name);
}

# Which handle it is, when it is not named, cannot be known.
sub reads ($walk, $op, $name) {
    my $gv = handle($walk, $op);
    return if $gv && $gv->SAFENAME !~ /\A(?:STDIN|ARGV|stdin)\z/;
    return $walk->add('MH4404',
        subject => $gv ? $gv->SAFENAME : 'a handle, perhaps STDIN');
}

sub handle ($walk, $op) {
    return $walk->glob_of($op) if $op->isa('B::PADOP') || $op->isa('B::SVOP');
    my ($from) = $walk->arguments($op);
    $from = $from->first
        if $from && $from->name eq 'rv2gv' && $from->flags & B::OPf_KIDS;
    return $from && $from->name eq 'gv' ? $walk->glob_of($from) : undef;
}

sub look ($walk, $gv, $sigil, $kind) {
    my $name = $gv->SAFENAME;
    return if !Mehari::Explain::Rule::Special::is_special($gv);
    return environment($walk) if $gv->NAME eq 'ENV' && $sigil eq '%';
    return $walk->add('MH4402', subject => '@ARGV')
        if $name eq 'ARGV' && $sigil eq '@';
    return $walk->add('MH4403', subject => '$$')
        if $gv->NAME eq '$' && $sigil eq '$';
    return $walk->add('MH4401', subject => '$^T') if $gv->NAME eq "\x14";
    return;
}

sub environment ($walk) {
    my $key = Mehari::Explain::Rule::Special::key_of($walk);
    return if defined $key && $key =~ $OF_PROCESS;
    return $walk->add('MH4402',
        subject => defined $key ? "\$ENV{$key}" : '%ENV');
}

sub require_file ($walk, $op, $name) {
    my ($what) = $walk->arguments($op);
    my $text = $what ? $walk->text($what) : undef;
    return if defined $text;
    return $walk->add('MH4411', subject => 'require');
}

sub string_eval ($walk, $op, $name) {
    return $walk->add('MH4411', subject => 'eval');
}

# --- calls -------------------------------------------------------------------

my %LOADS = map { $_ => 1 } qw(
    import unimport VERSION can isa bootstrap load DOES
);

sub call ($walk, $op, $name) {
    my @arguments = $walk->arguments($op);
    my $code      = pop @arguments // return;
    my $self      = $walk->{begin};
    return $self->method($walk, $code, @arguments)
        if $code->name =~ /\Amethod_/;
    return if $code->name =~ /\A(?:anoncode|refgen|srefgen)\z/;
    return $walk->add('MH4411', subject => '&{...}') if $code->name ne 'gv';
    my $cv = $walk->code_of($code);
    return $self->called($walk, $cv, '');
}

sub method ($self, $walk, $code, @arguments) {
    my $method = $walk->method_name($code) // return;
    my $class  = @arguments ? $walk->text($arguments[0]) : undef;
    if ($code->name eq 'method_named' && defined $class) {
        return database($walk, $class)
            if $class eq 'DBI' && $method =~ /\Aconnect/;
        my $found = eval { $class->can($method) } || return;
        return $self->called($walk, B::svref_2object($found), $method);
    }
    push @{ $self->{queue} }, @{ $self->{by_name}{$method} // [] };
    return;
}

sub database ($walk, $class) {
    return $walk->add('MH4412', subject => "$class->connect");
}

sub called ($self, $walk, $cv, $method) {
    return $walk->add('MH4411', subject => 'a sub')
        if !$cv || !$cv->isa('B::CV');
    return if $cv->CvFLAGS & B::CVf_CONST;
    my $package = Mehari::Explain::Code::home_of($cv);
    my $gv      = $cv->GV;
    my $name    = $gv->isa('B::GV') ? $gv->SAFENAME : '__ANON__';
    return if Mehari::Explain::Code::is_perls($package);
    my $module = $self->{code}->module_of($cv->FILE, $cv->STASH)
        // Mehari::Explain::Code::loaded($package);
    if ($module && Mehari::Explain::Reviewed::knows($module)) {
        return
            if $LOADS{$name} || Mehari::Explain::Reviewed::is_pure($module);
        return $walk->add('MH4414', subject => "${package}::$name");
    }
    return if $cv->XSUB;
    return $walk->add('MH4411', subject => "${package}::$name")
        if !${ $cv->ROOT };
    push @{ $self->{queue} },
        { cv => $cv, module => $module, file => $cv->FILE };
    return;
}

1;

__END__

=head1 NAME

Mehari::Explain::Begin - what a script looks at while it is compiled

=cut
