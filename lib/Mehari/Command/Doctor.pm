package Mehari::Command::Doctor;

# mehari doctor: reports the state of an installation and says what to do. It
# also measures which limits fit the machine.

use Mehari::Perl;
use JSON::PP ();

use Mehari::Command::Usage;
use Mehari::Doctor;
use Mehari::Memory::Saving;
use Mehari::Tune::Task;

my @LOOK = qw(httpd=s server-root=s define|D=s@ quiet);

# Work that an option chooses: the class that does it.
my %WORK = (
    tune    => 'Mehari::Tune::Task',
    preload => 'Mehari::Memory::Saving',
);

sub run ($class, @args) {
    my %option;
    my %options_of = (
        look => [@LOOK],
        map { $_ => [ $WORK{$_}->options ] } keys %WORK
    );
    Mehari::Command::Usage->options('doctor', \@args, \%option,
        'tune', 'preload=s', 'json', map { @$_ } values %options_of);
    my ($work, @more) = grep { defined $option{$_} } sort keys %WORK;
    usage("--$work and --$more[0] exclude each other") if @more;
    $work //= 'look';
    check_options($work, \%options_of, keys %option);
    return $work eq 'look'
        ? look(\%option, @args)
        : $WORK{$work}->run(\%option, @args);
}

# Each option is for one work.
sub check_options ($work, $options_of, @given) {
    for my $other (grep { $_ ne $work } sort keys %$options_of) {
        my %name = map { s/[|=].*//r => 1 } $options_of->{$other}->@*;
        my ($wrong) = grep { $name{$_} } sort @given;
        usage("--$wrong is "
                . ($other eq 'look' ? "not for --$work" : "for --$other"))
            if defined $wrong;
    }
    return;
}

sub look ($option, @args) {
    usage("one configuration at a time, not @args") if @args > 1;
    local $ENV{MEHARI_HTTPD} = $option->{httpd} if defined $option->{httpd};
    my @findings = Mehari::Doctor->new(
        path    => $args[0],
        httpd   => $option->{httpd},
        root    => $option->{'server-root'},
        defines => $option->{define},
    )->examine;
    my %count = (ok => 0, warn => 0, fail => 0);
    $count{ $_->{state} }++ for @findings;
    if ($option->{json}) {
        print JSON::PP->new->canonical->pretty->encode(
            { %count, checks => \@findings });
    }
    else {
        show($_)
            for grep { !$option->{quiet} || $_->{state} ne 'ok' } @findings;
        say summed_up(%count) if !$option->{quiet};
    }
    return $count{fail} ? 1 : 0;
}

sub usage ($message) { Mehari::Command::Usage->throw("doctor: $message") }

# Lines as wide as a terminal, with the advice below.
sub show ($finding) {
    say wrapped(sprintf('%-4s  %-13s  ', @$finding{qw(state name)}),
        $finding->{found});
    say wrapped((' ' x 21) . 'do: ', $finding->{todo})
        if defined $finding->{todo};
    return;
}

sub wrapped ($head, $text) {
    my @lines = ($head);
    my $left  = length $head;
    for my $word (split / /, $text) {
        if (length("$lines[-1] $word") > 79 && length $lines[-1] > $left) {
            push @lines, ' ' x $left;
        }
        $lines[-1] .= (length $lines[-1] > $left ? ' ' : '') . $word;
    }
    return join "\n", @lines;
}

sub summed_up (%count) {
    return
          "\n$count{ok} ok, "
        . Mehari::Doctor::plural($count{warn}, 'warning') . ', '
        . Mehari::Doctor::plural($count{fail}, 'failure');
}

1;

__END__

=head1 NAME

mehari-doctor - look for faults, and measure the limits that fit this machine

=head1 SYNOPSIS

  mehari doctor [OPTIONS] [/etc/apache2|FILE]
  mehari doctor --tune [OPTIONS] DIR|SCRIPT
  mehari doctor --tune [OPTIONS] URL...
  mehari doctor --preload MODULE[,MODULE...] [OPTIONS] [SCRIPT...]

=head1 DESCRIPTION

C<mehari doctor> looks for faults of an installation: httpd, its configuration,
the module and its perl, who runs which scripts, ExecCGI, permissions of
scripts, ports, and features of the kernel. Each line says C<ok>, C<warn> or
C<fail>, and what to do. The command changes nothing. If you name no
configuration, it takes the system's. Run it as root, because root sees more.
F<docs/doctor.md> explains each line.

B<--tune> measures instead how many processes fit into memory, how many are
fastest, and how many requests each should serve. It serves a directory of
scripts with throw-away servers, sends them many requests, tries all settings in
each of several rounds, and prints lines for httpd's configuration, each with
its reason. It calls two settings equal if noise hides the difference. Given
URLs, it measures a running server and changes nothing there. F<docs/tune.md>
describes the method.

B<--preload> measures how much memory it saves to load modules before the fork.
The command starts throw-away servers and sends requests for each SCRIPT: with
nothing preloaded, with each module, with all modules, and with all modules and
the scripts. C<none> measures the scripts alone. Without SCRIPT the command uses
a script that loads the modules.

=head1 OPTIONS

=over 22

=item B<--tune>

Measure how many processes fit, and how long they should live.

=item B<--preload> I<LIST>

Measure what preloading these modules, separated by commas, saves.

=item B<--httpd> I<PATH>

The httpd to look at.

=item B<--server-root> I<DIR>

The directory in which relative paths begin, as with C<httpd -d>.

=item B<--define> I<NAME>, B<-D> I<NAME>

Define NAME, as with C<httpd -D>.

=item B<--quiet>

Print only what is not C<ok>.

=item B<--mode> I<NAME>

With B<--tune>: the mode of the scripts, as in L<mehari-serve(1)>: C<perl-cgi>,
C<perlrun>, C<registry>, C<perlscript>, C<modperl> and so on. Default:
C<registry>; for handlers C<modperl>.

=item B<--mpm> I<NAME>

With B<--tune>: C<event> (Perl in a pool) or C<prefork> (Perl in httpd).
Default: C<event>.

=item B<--path> I<PATH>

With B<--tune>: request this path below the directory. May be repeated. Default:
each script.

=item B<--memory> I<SIZE>

With B<--tune>: the memory that the server may use, for example C<400M> or
C<2G>. Default: nine tenths of the available memory.

=item B<--concurrency> I<LIST>

With B<--tune>: numbers of clients, separated by commas. Default: 2 and 8 for
each core.

=item B<--time> I<SECONDS>

With B<--tune>: the time for the whole run. Default: 180.

=item B<--seconds> I<N>

With B<--tune>: the duration of a measurement. Default: 1.

=item B<--requests> I<N>

With B<--preload>: the number of requests for each script. Default: 10.

=item B<--children> I<N>

With B<--preload>: add up the memory of N children. Default: 10.

=item B<--json>

Print JSON, for programs: C<checks>, each with C<name>, C<state>, C<found> and,
unless it is C<ok>, C<todo>; C<scripts>, where a line names some; and how many
are C<ok>, C<warn> and C<fail>.

=back

=head1 EXIT STATUS

0 if no line says C<fail>, 1 otherwise, 2 if the command line is wrong.

=head1 SEE ALSO

L<mehari(1)>, L<mehari-top(1)>, F<docs/doctor.md>, F<docs/tune.md>,
F<docs/memory.md>

=cut
