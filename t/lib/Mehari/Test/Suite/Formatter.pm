package Mehari::Test::Suite::Formatter;

# Writes a line about each test that has ended above the line about the progress.

use Mehari::Perl;
use parent 'TAP::Formatter::File';
use TAP::Formatter::File::Session;

# progress: the Mehari::Test::Progress that writes the last line; cpu: a sub that
# returns the CPU seconds of a test that has ended
sub new ($class, $option) {
    my %option = %$option;
    my %own    = map { $_ => delete $option{$_} } qw(progress cpu);
    my $self   = $class->SUPER::new(\%option);
    @{$self}{ keys %own } = values %own;
    return $self;
}

sub open_test ($self, $test, $parser) {
    my $session = Mehari::Test::Suite::Formatter::Session->new(
        { name => $test, formatter => $self, parser => $parser });
    $session->header;
    return $session;
}

sub _output ($self, @text) {
    $self->{progress}->clear;
    return $self->SUPER::_output(@text);
}

# TAP::Harness would show the CPU time of all tests that ended meanwhile.
package Mehari::Test::Suite::Formatter::Session;
use parent -norequire, 'TAP::Formatter::File::Session';

sub time_report ($self, $formatter, $parser) {
    return sprintf '%8d ms, %6.1f s of CPU',
        1000 * ($parser->end_time - $parser->start_time),
        $formatter->{cpu}->($self->name);
}

1;
