package Mehari::Check::Findings;

# The result of the runs for each script, in each mode.

use Mehari::Perl;

use Mehari::Check::Mode;

# comparison: Mehari::Check::Comparison; results: { mode name => result of a
# run }, mod_cgi's first run among them; differences: { mode name => [...] }, as
# the comparison has settled them; scripts: all scripts
sub new ($class, %option) {
    my $self = bless {%option}, $class;
    $self->{requests} = $self->{comparison}{requests};
    for my $name (keys %{ $self->{differences} }) {
        for my $found (@{ $self->{differences}{$name} }) {
            push @{ $self->{found}{$name}{$_} }, $found
                for $self->suspects($found);
        }
    }
    return $self;
}

sub base () { return Mehari::Check::Mode->base->{name} }

# The scripts that may have written a file. If no script was seen to write it,
# each may have.
sub suspects ($self, $found) {
    return $found->{script} if defined $found->{script};
    my @writers = @{ $found->{scripts} };
    return @writers ? @writers : $self->asked;
}

# Scripts that got a request, and those that got none.
sub asked ($self) {
    my %asked = map { $_->{script} => 1 } @{ $self->{requests} };
    my @names = sort keys %asked;
    return @names;
}

sub not_asked ($self) {
    my %asked = map { $_ => 1 } $self->asked;
    return grep { !$asked{$_} } @{ $self->{scripts} };
}

# The rows of the modes that were run, mod_cgi first.
sub modes ($self) {
    return grep { $self->{results}{ $_->{name} } } Mehari::Check::Mode->base,
        Mehari::Check::Mode->all;
}

# A script's differences in a mode, the first one first.
sub found ($self, $script, $mode) {
    return @{ $self->{found}{$mode}{$script} // [] };
}

sub differing ($self, $mode) {
    my @names = sort keys %{ $self->{found}{$mode} // {} };
    return @names;
}

# Median of the milliseconds of a request, of a script or of all that end in
# every mode. The first round, which also does work for later ones, does not
# count unless it is the only one. An answer that was not read to its end has no
# time.
sub ms ($self, $mode, $script = undef) {
    my %left_out = map { $_ => 1 } $self->endless;
    my (@first, @later);
    for my $n (0 .. $#{ $self->{comparison}{places} }) {
        my ($number, $round) = @{ $self->{comparison}{places}[$n] };
        my $of = $self->{requests}[$number]{script};
        next if defined $script ? $of ne $script : $left_out{$of};
        my $answer = $self->{results}{$mode}{answers}[$n];
        push @{ $round == 1 ? \@first : \@later }, $answer->{ms}
            if !$answer->{given_up};
    }
    return median(@later ? @later : @first);
}

sub median (@values) {
    return undef if !@values;
    @values = sort { $a <=> $b } @values;
    return ($values[ $#values / 2 ] + $values[ @values / 2 ]) / 2;
}

# mod_cgi's status for the first request for a script.
sub status ($self, $script) {
    my ($first) = $self->answers_to($script, base());
    return $first->{status};
}

sub answers_to ($self, $script, $mode) {
    my $places = $self->{comparison}{places};
    return map { $self->{results}{$mode}{answers}[$_] }
        grep   { $self->{requests}[ $places->[$_][0] ]{script} eq $script }
        0 .. $#$places;
}

# Seconds or bytes after which an answer of a script was given up.
sub given_up ($self, $script, $mode) {
    my ($after) = grep { defined }
        map { $_->{given_up} } $self->answers_to($script, $mode);
    return $after;
}

# Scripts of which an answer was given up, in any mode.
sub endless ($self) {
    my @modes = map { $_->{name} } $self->modes;
    return grep {
        my $script = $_;
        grep { defined $self->given_up($script, $_) } @modes
    } $self->asked;
}

# Sums over the requests for a script: { lines, changing }; undef when its
# pages are constant.
sub inconstancy ($self, $script) {
    my %sum;
    for my $number (0 .. $#{ $self->{requests} }) {
        next if $self->{requests}[$number]{script} ne $script;
        my $one = $self->{comparison}->inconstancy($number) // next;
        $sum{$_} += $one->{$_} for qw(lines changing);
    }
    return %sum ? \%sum : undef;
}

# Scripts that fail under mod_cgi, so that nothing can be compared.
sub broken ($self) {
    my %endless = map { $_ => 1 } $self->endless;
    return grep { $self->status($_) >= 500 && !$endless{$_} } $self->asked;
}

1;

__END__

=head1 NAME

Mehari::Check::Findings - what a check has shown of each script

=head1 METHODS

=over

=item asked, not_asked, broken, endless, modes

Scripts that got requests, those that got none, those that fail under mod_cgi,
those of which an answer was given up; rows of L<Mehari::Check::Mode>.

=item found($script, $mode), differing($mode)

Differences; scripts that have some.

=item ms($mode, $script), status($script), inconstancy($script)

Median time, the first status, how much of the pages changes by itself.

=item given_up($script, $mode)

The time or size after which an answer was given up, or undef.

=back

=cut
