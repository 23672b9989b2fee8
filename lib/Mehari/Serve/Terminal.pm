package Mehari::Serve::Terminal;

# The terminal shows the lines at start, then errors and (unless an option turns
# them off) requests, as httpd writes them to its logs.

use Mehari::Perl;

use IO::Handle;
use POSIX qw(strftime);

use Mehari::Explain::Missing;
use Mehari::Explain::Reason;
use Mehari::Serve::Address;
use Mehari::Serve::Message;
use Mehari::Serve::Runs;

my %COLOUR = (
    bold => 1,
    dim  => 2,
    bad  => 31,
    warn => 33,
    good => 32,
);

sub new ($class) {
    my $colour = -t STDOUT && !length($ENV{NO_COLOR} // '');
    STDOUT->autoflush(1);
    return bless { colour => $colour, tails => [], advised => {} }, $class;
}

sub paint ($self, $colour, $text) {
    return $text unless $self->{colour};
    return "\e[$COLOUR{$colour}m$text\e[0m";
}

# Rows of a label and a text under a heading.
sub banner ($self, $heading, @rows) {
    say "\n  ", $self->paint(bold => $heading), "\n";
    for my $row (@rows) {
        my ($label, $text) = @$row;
        say '  ', $self->paint(dim => sprintf '%-10s', $label), $text;
    }
    print "\n";
    return;
}

# The terminal has just shown ^C; the shell's prompt should not follow it.
sub end ($self) {
    print "\n" if -t STDOUT;
    return;
}

sub follow_errors ($self, $file) {
    return $self->follow($file, sub ($line) { $self->error($line) });
}

sub follow_runs ($self, $file) {
    return $self->follow($file, sub ($line) { $self->run($line) });
}

sub follow ($self, $file, $show) {
    open my $handle, '<:raw', $file or return;
    push @{ $self->{tails} },
        { handle => $handle, rest => '', show => $show };
    return;
}

# Shows what has been written since the last call. An incomplete line waits for
# its end.
sub poll ($self) {
    for my $tail (@{ $self->{tails} }) {
        seek $tail->{handle}, 0, 1;    # forget the end of file
        while (read $tail->{handle}, my $piece, 65536) {
            $tail->{rest} .= $piece;
        }
        $tail->{show}->($1) while $tail->{rest} =~ s/\A([^\n]*)\n//;
    }
    return;
}

sub error ($self, $line) {
    my $message = Mehari::Serve::Message->parse($line);
    return unless $message->matters && length $message->text;
    my $level = $message->level // '';
    my $mark
        = $level eq ''     ? '     '
        : $level eq 'warn' ? $self->paint(warn => 'warn ')
        :                    $self->paint(bad => 'error');
    my @lines = split /\n/, Mehari::Serve::Message::printable($message->text);
    say "  $mark  ", shift @lines;
    say ' ' x 9, $_ for @lines, $self->advice($message->text);
    return;
}

# Advice about a file that perl does not find, given once.
sub advice ($self, $text) {
    my ($code, $values) = Mehari::Explain::Missing::of_error($text);
    return if !$code || $self->{advised}{ $values->{subject} }++;
    my $says = ucfirst Mehari::Explain::Reason::message($code, %$values);
    return $self->paint(dim => Mehari::Serve::Message::printable($says));
}

# Leaves out the pages' own requests.
sub run ($self, $line) {
    my $run = Mehari::Serve::Runs::parse("$line\n") // return;
    return if $run->{url} =~ m{\A/mehari/};
    my $status
        = $self->paint($run->{status} < 400 ? 'good' : 'bad', $run->{status});
    my $asked = "$run->{method} $run->{url}$run->{query}";
    my @where
        = Mehari::Serve::Address::loopback($run->{client})
        ? ()
        : $self->paint(dim => "  from $run->{client}");
    say "  $status  ", strftime('%H:%M:%S', localtime $run->{at}),
        sprintf('%9.2f ms  ', $run->{ms}),
        Mehari::Serve::Message::printable($asked =~ s/[\n\t]/?/gr), @where;
    return;
}

1;

__END__

=head1 NAME

Mehari::Serve::Terminal - what mehari serve prints

=head1 SYNOPSIS

    my $terminal = Mehari::Serve::Terminal->new;
    $terminal->follow_errors($log);
    $terminal->poll while $running;

=cut
