package Mehari::Top::Keys;

# Single keys from the terminal, for as long as the object lives.

use Mehari::Perl;
use POSIX       qw(:termios_h);
use Time::HiRes qw(sleep);

# Without a terminal on STDIN there are no keys.
sub new ($class) {
    my $self = bless {}, $class;
    return $self if !-t STDIN;
    my $now = POSIX::Termios->new;
    $now->getattr(0) or return $self;
    $self->{before} = $now->getlflag;
    $now->setlflag($self->{before} & ~(ICANON | ECHO));
    $now->setattr(0, TCSANOW);
    $self->{termios} = $now;
    return $self;
}

# The next key within so many seconds, or undef.
sub wait ($self, $seconds) {
    if (!$self->{termios}) {
        sleep $seconds;
        return undef;
    }
    my $waits = '';
    vec($waits, 0, 1) = 1;
    my $ready = select $waits, undef, undef, $seconds;
    return undef if !defined $ready || $ready < 1;
    sysread STDIN, my $key, 1 or return 'q';    # the terminal is gone
    return $key;
}

sub DESTROY ($self) {
    my $termios = $self->{termios} or return;
    $termios->setlflag($self->{before});
    $termios->setattr(0, TCSANOW);
    return;
}

1;

__END__

=head1 NAME

Mehari::Top::Keys - single keys from the terminal

=head1 SYNOPSIS

    my $keys = Mehari::Top::Keys->new;
    last if ($keys->wait(2) // '') eq 'q';

=cut
