package Mehari::Tune::Trials;

# Tries all settings in each round, so that a slow phase of the machine slows
# all of them. Keeps to a given time.

use Mehari::Perl;
use Time::HiRes ();

use Mehari::Bench::Noise qw(enough_rounds);

# More rounds than this tell nothing new.
my $MOST = 7;

# Options: trial (code that tries one setting and returns its results at each
# concurrency), clock, progress.
sub new ($class, %option) {
    return bless {
        clock    => \&Time::HiRes::time,
        progress => sub { },
        %option
    }, $class;
}

# The number of the $count settings that can be tried often enough, and how
# often.
sub plan ($count, $seconds_each, $seconds) {
    my $slots = int($seconds / $seconds_each);
    my $kept  = int($slots / enough_rounds());
    $kept = $count if $kept > $count;
    $kept = 1      if $kept < 1;
    my $rounds = int($slots / $kept);
    $rounds = $MOST if $rounds > $MOST;
    $rounds = 1     if $rounds < 1;
    return ($kept, $rounds);
}

# Settings come with the most interesting first. Ends after that many seconds,
# if need be in the middle of a round. Returns rows, and the settings that were
# left out for lack of time.
sub run ($self, $settings, $seconds_each, $seconds) {
    my ($kept, $rounds) = plan(scalar @$settings, $seconds_each, $seconds);
    my @order = @$settings[ 0 .. $kept - 1 ];
    my @left  = @$settings[ $kept .. $#$settings ];
    my %time  = (
        start => $self->{clock}->(),
        each  => $seconds_each,
        slots => $kept * $rounds,
        done  => 0,
    );
    my %rows;
    for my $round (1 .. $rounds) {
        for my $setting (@order) {
            last if !$self->has_time(\%time, $seconds);
            $self->say_progress(\%time, $setting, $round, $rounds);
            $self->add($rows{ $setting->{name} } //= {}, $setting);
            $time{done}++;
        }

        # Turns the order, so that no setting always follows the same other.
        push @order, shift @order;
    }
    my @rows
        = map { rows_of($rows{ $_->{name} }) } @$settings[ 0 .. $kept - 1 ];
    return (\@rows, @left);
}

# The first setting is always tried, because the report needs one.
sub has_time ($self, $time, $seconds) {
    return 1 if !$time->{done};
    my $spent = $self->{clock}->() - $time->{start};
    $time->{each} = $spent / $time->{done};
    return $spent + $time->{each} <= $seconds * 1.1;
}

sub say_progress ($self, $time, $setting, $round, $rounds) {
    my $left = ($time->{slots} - $time->{done}) * $time->{each};
    $self->{progress}->(
        sprintf '%s, round %d of %d; %.0f s left',
        $setting->{name}, $round, $rounds, $left
    );
    return;
}

sub add ($self, $rows, $setting) {
    for my $seen ($self->{trial}->($setting)) {
        my $row = $rows->{ $seen->{concurrency} } //= {
            setting     => $setting,
            concurrency => $seen->{concurrency},
            requests    => 0,
            failed      => 0,
            rps         => [],
            p99         => [],
        };
        $row->{requests} += $seen->{completed};
        $row->{failed}   += $seen->{failed};
        push @{ $row->{$_} }, $seen->{$_} for qw(rps p99);
    }
    return;
}

sub rows_of ($rows) {
    return map { $rows->{$_} } sort { $a <=> $b } keys %{ $rows // {} };
}

1;

__END__

=head1 NAME

Mehari::Tune::Trials - settings round by round, in bounded time

=head1 METHODS

=over

=item new(trial => $code, clock => $code, progress => $code)

C<trial> is given a setting and returns a hash for each concurrency:
C<concurrency>, C<completed>, C<failed>, C<rps>, C<p99>.

=item run(\@settings, $seconds_each, $seconds)

Returns a reference to rows (C<setting>, C<concurrency>, C<requests>, C<failed>,
and of each round C<rps> and C<p99>), and the settings that were left out.

=item plan($count, $seconds_each, $seconds)

The number of settings, and of rounds.

=back

=cut
