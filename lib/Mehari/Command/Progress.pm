package Mehari::Command::Progress;

# The step of a long command, on standard error: one line that is overwritten on
# a terminal; elsewhere, for example in a pipe or a log, a line now and then.

use Mehari::Perl;
use IO::Handle  ();
use Time::HiRes qw(time);

# Seconds from one line to the next.
my %PAUSE = (terminal => 0.1, lines => 5);

my $WIDTH = 78;

# handle: for tests; pause: seconds
sub new ($class, %option) {
    my $handle = $option{handle} // \*STDERR;
    my $on     = -t $handle ? 'terminal' : 'lines';
    return bless {
        handle => $handle,
        on     => $on,
        pause  => $option{pause} // $PAUSE{$on},
        said   => $on eq 'lines' ? time : 0,
    }, $class;
}

sub say ($self, $text) {
    my $now = time;
    return if $now - $self->{said} < $self->{pause};
    $self->{said} = $now;
    $self->print($text);
    return;
}

sub print ($self, $text) {
    $self->{handle}->printflush($self->{on} eq 'terminal'
        ? "\r\e[K" . substr $text,
        0, $WIDTH
        : "mehari: $text\n");
    return;
}

# Call it before anything else is printed.
sub clear ($self) {
    $self->print('') if $self->{on} eq 'terminal';
    return;
}

1;

__END__

=head1 NAME

Mehari::Command::Progress - shows how far a command is

=head1 SYNOPSIS

    my $progress = Mehari::Command::Progress->new;
    $progress->say("perl-cgi: request $done of $all") for ...;
    $progress->clear;

=head1 METHODS

=over

=item say($text)

Shows a step, unless the last one was shown a moment ago: 0.1 seconds on a
terminal, and 5 seconds in a pipe or a file. A command that takes less time than
that prints nothing there.

=item clear

Removes the line from a terminal.

=back

=cut
