package Mehari::Test::Suite::Formatter;

# Writes a line about each test that has ended above the line about the progress.

use Mehari::Perl;
use parent 'TAP::Formatter::File';

# progress: the Mehari::Test::Progress that writes the last line
sub new ($class, $option) {
    my %option   = %$option;
    my $progress = delete $option{progress};
    my $self     = $class->SUPER::new(\%option);
    $self->{progress} = $progress;
    return $self;
}

sub _output ($self, @text) {
    $self->{progress}->clear;
    return $self->SUPER::_output(@text);
}

1;
