package Mehari::Command;

# The command line: finds the class of a command, runs it, and turns its errors
# into one sentence and an exit status.

use Mehari::Perl;

use Cwd            qw(abs_path);
use File::Basename qw(dirname);

use Mehari::Command::Manual;
use Mehari::Command::Nearest qw(nearest);
use Mehari::Command::Renamed qw(rename_command);
use Mehari::Command::Usage;

our $VERSION = '0.1.0';

# Files in Command/ that are no commands.
my %PART = map { $_ => 1 } qw(Manual Nearest Progress Renamed Usage);

my @GROUPS = (
    [ 'Try and compare',    qw(serve explain check bench) ],
    [ 'Set up and move',    qw(setup migrate doctor) ],
    [ 'Watch',              qw(top profile) ],
    [ 'About this command', qw(help version) ],
);

my %BUILT_IN = (
    help        => \&help,
    '--help'    => \&help,
    '-h'        => \&help,
    version     => \&version,
    '--version' => \&version,
);

# Runs one command line and returns the exit status.
sub main ($class, @args) {
    my $status = eval { $class->dispatch(@args) };
    return $status // 0 if $@ eq '';
    return report($@);
}

sub dispatch ($class, $name = undef, @args) {
    return $class->without_command unless defined $name;
    return $BUILT_IN{$name}->($class, @args) if $BUILT_IN{$name};

    ($name, @args) = rename_command($name, @args);
    my $command = $class->command($name);
    return $class->help($name) if grep { $_ eq '--help' } @args;
    return $command->run(@args);
}

# The class of a command, loaded.
sub command ($class, $name) {
    my %file_of = $class->commands;
    $class->unknown($name, keys %file_of) unless $file_of{$name};
    require $file_of{$name};
    return __PACKAGE__ . '::' . ucfirst $name;
}

# Without a command, the list of commands goes to STDERR.
sub without_command ($class) {
    my $out = select STDERR;
    $class->help;
    select $out;
    return 2;
}

sub unknown ($class, $name, @known) {
    my $meant = nearest($name, @known);
    Mehari::Command::Usage->throw(
        qq(there is no command "$name"; )
            . (
            defined $meant
            ? "do you mean $meant?"
            : '"mehari help" lists them'
            )
    );
}

# Every command that is installed: name => file. A command is a file in
# Command/ whose class has run(); so a new one needs no entry anywhere.
sub commands ($class) {
    my $dir = dirname(abs_path(__FILE__)) . '/Command';
    opendir my $handle, $dir or die "cannot read $dir: $!\n";
    my %file_of;
    for my $file (readdir $handle) {
        my ($name) = $file =~ /\A([A-Z][a-z]+)\.pm\z/ or next;
        $file_of{ lc $name } = "$dir/$file" if !$PART{$name};
    }
    return %file_of;
}

sub help ($class, $name = undef, @) {
    return $class->help_of($name) if defined $name && !$BUILT_IN{$name};

    say "mehari $VERSION: Perl in memory behind Apache httpd\n";
    say '  mehari COMMAND [OPTIONS] [ARGUMENTS]';
    my %summary = (
        help    => 'show this list, or the options of a command',
        version => 'print the version of mehari and of its perl',
    );
    my %file_of = $class->commands;
    $summary{$_} = Mehari::Command::Manual->summary($file_of{$_})
        for keys %file_of;
    for my $group (groups(keys %summary)) {
        my ($title, @names) = @$group;
        say "\n$title:";
        printf "  %-10s%s\n", $_, $summary{$_} for @names;
    }
    say "\nBegin with \"mehari serve FOLDER\"."
        . ' "mehari help COMMAND" shows the options.';
    return 0;
}

# A command that no group names is in the last.
sub groups (@names) {
    my %there  = map { $_ => 1 } @names;
    my @groups = map {
        my ($title, @known) = @$_;
        [ $title, grep { delete $there{$_} } @known ]
    } @GROUPS;
    push $groups[-1]->@*, sort keys %there;
    return @groups;
}

sub help_of ($class, $name) {
    ($name) = rename_command($name);
    my %file_of = $class->commands;
    my $file    = $file_of{$name} // $class->unknown($name, keys %file_of);
    say "mehari $name: ", Mehari::Command::Manual->summary($file), "\n";
    print Mehari::Command::Manual->help($file);
    say "\nMore: man mehari-$name";
    return 0;
}

sub version ($class, @) {
    say "mehari $VERSION (perl ", substr("$^V", 1), ')';
    return 0;
}

# Commands die with a sentence. Only a fault of ours has Perl's "at FILE line
# N.", so it stays.
sub report ($error) {
    my $usage = ref $error && $error->isa('Mehari::Command::Usage');
    my $text  = $usage ? $error->message : "$error";
    chomp $text;
    print STDERR "mehari: $text\n";
    return $usage ? 2 : 1;
}

1;

__END__

=head1 NAME

Mehari::Command - the mehari command line

=head1 SYNOPSIS

    use Mehari::Command;
    exit Mehari::Command->main(@ARGV);

=head1 WRITING A COMMAND

C<mehari NAME> is the class C<Mehari::Command::Name> in
F<lib/Mehari/Command/Name.pm>. It has

=over

=item run($class, @args)

Does the work and returns the exit status. It may die with one sentence that
ends in a newline (exit status 1), or throw a L<Mehari::Command::Usage> (exit
status 2).

=back

The file ends with the command's manual page: L<Mehari::Command::Manual>.
F<meson.build> names the commands whose pages are made.

=cut
