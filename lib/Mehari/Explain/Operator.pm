package Mehari::Explain::Operator;

# Operators and variables of perl that behave differently in a process that
# stays than in a program of its own.

use Mehari::Perl;
use Exporter qw(import);

our @EXPORT_OK = qw(code_of name_of);

my %CODE = (
    entereval  => 'MH4501',
    flop       => 'MH4111',
    fork       => 'MH4203',
    exec       => 'MH4204',
    kill       => 'MH4205',
    tms        => 'MH4206',
    srand      => 'MH4214',
    select     => 'MH4304',
    enterwrite => 'MH4306',
    (map { $_ => 'MH4202' } qw(getppid getpgrp getpriority)),
    (map { $_ => 'MH4208' } qw(setpgrp setpriority chroot syscall)),
    (map { $_ => 'MH4209' } qw(system backtick)),
    (map { $_ => 'MH4212' } qw(ftmtime ftatime ftctime)),
    (map { $_ => 'MH4213' } qw(chdir umask alarm)),
    (map { $_ => 'MH4219' } qw(wait waitpid)),
    (map { $_ => 'MH4305' } qw(fileno fttty)),
);

sub code_of ($name) { return $CODE{$name} }

# The name as it is written in a program.
my %NAME = (
    backtick   => 'backticks',
    enterwrite => 'write',
    entereval  => 'eval',
    flop       => '..',
    ftmtime    => '-M',
    ftatime    => '-A',
    ftctime    => '-C',
    fttty      => '-t',
    tms        => 'times',
    dofile     => 'do',
);

sub name_of ($name) { return $NAME{$name} // $name }

# The last constant of these operators is the name of a file.
my %FILE = map { $_ => 1 } qw(
    open sysopen open_dir require dofile unlink mkdir rmdir stat lstat ftrread
    ftis ftsize ftfile ftdir ftrwrite chmod utime
);

sub is_file ($name) { return $FILE{$name} }

# Variables of perl itself and of its modules.
my %IGNORED = map { $_ => 1 } qw(
    VERSION ISA EXPORT EXPORT_OK EXPORT_TAGS AUTOLOAD a b _ STDIN STDOUT STDERR
);

my %READ = (
    '$$'    => [ 'MH4201', '$$' ],
    "\$\cT" => [ 'MH4212', '$^T' ],
    "\$\cX" => [ 'MH4231', '$^X' ],
    '@ARGV' => [ 'MH4226', '@ARGV' ],
);

# [code, subject], or true if there is nothing to report; false for an ordinary
# variable.
sub special ($gv, $sigil, $kind, $key) {
    my $name = $gv->NAME;
    return $IGNORED{$name}
        if $gv->STASH->can('NAME') && $gv->STASH->NAME ne 'main';
    return environment($kind, $key) if $name eq 'ENV' && $sigil eq '%';
    return $READ{"$sigil$name"}     if $READ{"$sigil$name"};
    return $kind eq 'change' ? [ 'MH4222', '$0' ] : 1
        if "$sigil$name" eq '$0';
    return 1 if $IGNORED{$name} || $name eq '|' || $name =~ /\A\d+\z/;
    return 0 if $name =~ /\A\w/ && $name !~ /\A(?:SIG|INC|ENV|ARGV)\z/;
    return 1 if $kind ne 'change' || $name =~ /\A[\@!?]\z/;
    my $spelled = $name =~ s/\A([\x01-\x1f])/'^' . chr 64 + ord $1/er;
    return [ 'MH4108',
        defined $key ? "\$$spelled\{$key}" : "$sigil$spelled" ];
}

sub environment ($kind, $key) {
    return [ 'MH4217', "\$ENV{$key}" ]
        if $kind eq 'read' && ($key // '') =~ /\AMOD_PERL/;
    return 1 if $kind ne 'change';
    return [ 'MH4218', defined $key ? "\$ENV{$key}" : '%ENV' ];
}

1;

__END__

=head1 NAME

Mehari::Explain::Operator - operators and variables that know of their process

=cut
