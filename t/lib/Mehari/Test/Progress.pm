package Mehari::Test::Progress;

# Shows how much of a long work is done: on a terminal in one line that is written
# again and again, elsewhere in a line every ten seconds. The module needs only
# perl-base, as nothing else may be installed yet.

use Mehari::Perl;
use IO::Handle;

my $EVERY = 10;      # seconds between two lines
my $EARLY = 0.05;    # so little is done that nothing follows from it

# out: the handle to write to, by default standard error; clock: a code that returns
# the time, for tests
sub new ($class, %option) {
    my $self = bless {
        out   => \*STDERR,
        clock => sub { time },
        %option,
    }, $class;
    $self->{rewrites} //= -t $self->{out} && ($ENV{TERM} // 'dumb') ne 'dumb';
    $self->{said} = $self->{clock}->();
    $self->{out}->autoflush(1);
    return $self;
}

# Sets the name of the work, the number of steps that are done, and the number of
# all steps, which is 0 if it is not known.
sub at ($self, $what, $done = 0, $all = 0) {
    my $now = $self->{clock}->();
    if ($what ne ($self->{what} // '')) {
        @$self{qw(what began)} = ($what, $now);
    }
    @$self{qw(done all)} = ($done, $all);
    $self->tick;
    return;
}

# Writes the line when it is time to.
sub tick ($self) {
    my $now = $self->{clock}->();
    return if !defined $self->{what};
    my $line = $self->line($now);
    if ($self->{rewrites}) {
        print { $self->{out} } "\r$line\e[K"
            if $line ne ($self->{shown} // '');
        $self->{shown} = $line;
    }
    elsif ($now - $self->{said} >= $EVERY) {
        say { $self->{out} } $line;
        $self->{said} = $now;
    }
    return;
}

# Takes the line away, before something else is written.
sub clear ($self) {
    print { $self->{out} } "\r\e[K" if defined delete $self->{shown};
    return;
}

sub line ($self, $now) {
    my ($done, $all) = @$self{qw(done all)};
    my $seconds = $now - $self->{began};
    return "$self->{what}: " . duration($seconds) if !$all;
    my $share = $done / $all;
    my $line  = sprintf '%s: %d%%', $self->{what}, 100 * $share;
    $line .= ", $done of $all" if $all != 100;
    return $line               if $share < $EARLY;
    my $left = $seconds / $share - $seconds;
    return $left < 1 ? $line : "$line, about " . duration($left) . ' left';
}

# Returns a duration in words, rounded because it is an estimate.
sub duration ($seconds) {
    return int($seconds + 0.5) . ' s'         if $seconds < 10;
    return 5 * int($seconds / 5 + 0.5) . ' s' if $seconds < 90;
    return int($seconds / 60 + 0.5) . ' min';
}

1;

__END__

=head1 NAME

Mehari::Test::Progress - shows how much of a long work is done

=head1 SYNOPSIS

    my $progress = Mehari::Test::Progress->new;
    $progress->at('Testing', 12, 480);
    $progress->tick;
    $progress->clear;

=head1 DESCRIPTION

A caller notes with C<at> which work is done, and how much of it; C<tick> writes the
line again when a moment has passed.  After a twentieth of the work the line also
has the time for the rest.

=cut
