package Mehari::Explain::Rule::Plain;

# Operators whose effect is known by their name alone: those that no tier can
# tell from another, and those that stand for one reason. An operator that is in
# no table is new to us, and nothing is proven about a script that has it.

use v5.36;

my @SAFE = qw(
    null stub scalar pushmark rv2cv wantarray const gv gelem padany av2arylen
    prototype refgen srefgen ref rcatline readline regcmaybe regcreset regcomp
    match qr subst substcont trans transr sassign aassign chop schop chomp
    schomp defined undef study pos preinc i_preinc predec i_predec postinc
    i_postinc postdec i_postdec pow multiply i_multiply divide i_divide modulo
    i_modulo repeat add i_add subtract i_subtract concat multiconcat stringify
    left_shift right_shift lt i_lt gt i_gt le i_le ge i_ge eq i_eq ne i_ne ncmp
    i_ncmp slt sgt sle sge seq sne scmp bit_and bit_xor bit_or nbit_and
    nbit_xor nbit_or sbit_and sbit_xor sbit_or negate i_negate not complement
    ncomplement scomplement smartmatch atan2 sin cos exp log sqrt int hex oct
    abs length substr vec index rindex sprintf ord chr crypt ucfirst lcfirst uc
    lc quotemeta aelem aslice kvaslice aeach avalues akeys each values keys
    delete exists helem hslice kvhslice unpack pack join list lslice anonlist
    anonhash splice push pop shift unshift sort reverse grepstart grepwhile
    mapstart mapwhile range flip and or xor dor cond_expr andassign orassign
    dorassign leavesub leavesublv argcheck argelem argdefelem warn lineseq
    nextstate dbstate unstack enter leave scope enteriter iter enterloop
    leaveloop return last next redo goto method_named method_super
    method_redir method_redir_super entergiven leavegiven enterwhen leavewhen
    break continue close read prtf print say eof tell seek flock readdir
    telldir seekdir rewinddir closedir time localtime gmtime sleep hintseval
    leaveeval entertry leavetry ghbyname ghbyaddr gnbyname gnbyaddr gpbyname
    gpbynumber gsbyname gsbyport gpwnam gpwuid ggrnam ggrgid lock once
    coreargs avhvswitch runcv fc padcv introcv clonecv padrange refassign lvref
    lvrefslice lvavref anonconst isa cmpchain_and cmpchain_dup entertrycatch
    leavetrycatch poptry catch pushdefer is_bool is_weak weaken unweaken
    blessed refaddr reftype ceil floor split padsv padav padhv rv2sv rv2av
    rv2hv rv2gv gvsv aelemfast aelemfast_lex multideref anoncode emptyavhv
    padsv_store aelemfastlex_store shmget shmctl shmread shmwrite msgget
    msgctl msgsnd msgrcv semget semctl
);

my %REASON = (
    MH4113 => [qw(reset)],
    MH4119 => [qw(tie untie tied)],
    MH4202 => [qw(getppid getpgrp setpgrp getpriority setpriority getlogin)],
    MH4203 => [qw(fork)],
    MH4204 => [qw(exec)],
    MH4205 => [qw(kill)],
    MH4206 => [qw(tms)],
    MH4208 => [qw(chroot dump)],
    MH4209 => [qw(system backtick pipe_op)],
    MH4213 => [qw(chdir umask alarm)],
    MH4214 => [qw(rand srand)],
    MH4215 => [qw(die)],
    MH4219 => [qw(wait waitpid)],
    MH4220 => [
        qw(gpwent spwent epwent ggrent sgrent egrent ghostent gnetent
            gprotoent gservent shostent snetent sprotoent sservent ehostent
            enetent eprotoent eservent)
    ],
    MH4225 => [qw(semop)],
    MH4238 => [qw(syscall)],
    MH4305 => [qw(fileno fttty sysread syswrite sysseek sselect getc)],
    MH4306 => [qw(formline enterwrite leavewrite)],
    MH4308 => [qw(dbmopen dbmclose)],
    MH4310 => [qw(ioctl)],
    MH4311 => [
        qw(send recv socket sockpair bind connect listen accept shutdown
            gsockopt ssockopt getsockname getpeername)
    ],
    MH4114 => [qw(caller)],
);

# As programs spell them.
my %SPELLED = (
    tms        => 'times',
    backtick   => '`...`',
    pipe_op    => 'pipe',
    fttty      => '-t',
    sselect    => 'select',
    sockpair   => 'socketpair',
    gsockopt   => 'getsockopt',
    ssockopt   => 'setsockopt',
    enterwrite => 'write',
    leavewrite => 'write',
    gpwent     => 'getpwent',
    ggrent     => 'getgrent',
    spwent     => 'setpwent',
);

sub rules () {
    my %rules = map { $_ => undef } @SAFE;
    for my $code (keys %REASON) {
        for my $name (@{ $REASON{$code} }) {
            my $subject = $SPELLED{$name} // $name;
            $rules{$name} = sub ($walk, $op, $) {
                return $walk->add($code, subject => $subject);
            };
        }
    }
    return %rules;
}

1;

__END__

=head1 NAME

Mehari::Explain::Rule::Plain - operators that are known by their name alone

=cut
