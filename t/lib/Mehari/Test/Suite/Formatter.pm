package Mehari::Test::Suite::Formatter;

# The lines about tests that have ended, above the line that says how many have.

use Mehari::Perl;
use parent 'TAP::Formatter::File';

# progress: whose line it is (Mehari::Test::Progress)
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
