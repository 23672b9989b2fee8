package Mehari::Command::Doctor;

# mehari doctor: what an installation has and lacks, with what to do.

use v5.36;
use JSON::PP ();

use Mehari::Command::Usage;
use Mehari::Doctor;

my @OPTIONS = qw(httpd=s server-root=s define|D=s@ quiet json);

sub run ($class, @args) {
    my %option;
    Mehari::Command::Usage->options('doctor', \@args, \%option, @OPTIONS);
    usage("one configuration at a time, not @args") if @args > 1;
    local $ENV{MEHARI_HTTPD} = $option{httpd} if defined $option{httpd};
    my @findings = Mehari::Doctor->new(
        path    => $args[0],
        httpd   => $option{httpd},
        root    => $option{'server-root'},
        defines => $option{define},
    )->examine;
    my %count = (ok => 0, warn => 0, fail => 0);
    $count{ $_->{state} }++ for @findings;
    if ($option{json}) {
        print JSON::PP->new->canonical->pretty->encode(
            { %count, checks => \@findings });
    }
    else {
        show($_)
            for grep { !$option{quiet} || $_->{state} ne 'ok' } @findings;
        say summed_up(%count) if !$option{quiet};
    }
    return $count{fail} ? 1 : 0;
}

sub usage ($message) { Mehari::Command::Usage->throw("doctor: $message") }

# Lines as wide as a terminal, and what to do below.
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

mehari-doctor - look for faults of an installation, and say what to do

=head1 SYNOPSIS

  mehari doctor [OPTIONS] [/etc/apache2|FILE]

=head1 DESCRIPTION

C<mehari doctor> looks for faults of an installation: httpd, its configuration,
the module and its perl, who runs which scripts, ExecCGI, permissions of
scripts, ports, and features of the kernel. Each line says C<ok>, C<warn> or
C<fail>, and what to do. The command changes nothing. If you name no
configuration, it takes the system's. Run it as root, because root sees more. F<docs/doctor.md> explains each line.

=head1 OPTIONS

=over 20

=item B<--httpd> I<PATH>

The httpd to look at.

=item B<--server-root> I<DIR>

The directory in which relative paths begin, as with C<httpd -d>.

=item B<--define> I<NAME>, B<-D> I<NAME>

Define NAME, as with C<httpd -D>.

=item B<--quiet>

Print only what is not C<ok>.

=item B<--json>

Print JSON, for programs: C<checks>, each with C<name>, C<state>, C<found>
and, unless it is C<ok>, C<todo>; C<scripts>, where a line names some; and how many are C<ok>, C<warn> and C<fail>.

=back

=head1 EXIT STATUS

0 if no line says C<fail>, 1 otherwise, 2 if the command line is wrong.

=head1 SEE ALSO

L<mehari(1)>, F<docs/doctor.md>

=cut
