package Mehari::Check::Findings;

# What the runs have shown of each script, in each tier.

use v5.36;

use Mehari::Check::Tier;

# comparison: Mehari::Check::Comparison; results: { tier name => result of a
# run }, mod_cgi's first run among them; differences: { tier name => [...] }, as
# the comparison has settled them; scripts: all that there are
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

sub base () { return Mehari::Check::Tier->base->{name} }

# A file that nobody was seen to write may be anybody's.
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

# The rows of the tiers that were run, mod_cgi first.
sub tiers ($self) {
    return grep { $self->{results}{ $_->{name} } } Mehari::Check::Tier->base,
        Mehari::Check::Tier->all;
}

# What differs for a script in a tier, the first difference first.
sub found ($self, $script, $tier) {
    return @{ $self->{found}{$tier}{$script} // [] };
}

sub differing ($self, $tier) {
    my @names = sort keys %{ $self->{found}{$tier} // {} };
    return @names;
}

# Median of the milliseconds of a request, of a script or of all. What the first
# round does for the later ones is not in it, unless there was no other.
sub ms ($self, $tier, $script = undef) {
    my (@first, @later);
    for my $n (0 .. $#{ $self->{comparison}{places} }) {
        my ($number, $round) = @{ $self->{comparison}{places}[$n] };
        next
            if defined $script
            && $self->{requests}[$number]{script} ne $script;
        my $ms = $self->{results}{$tier}{answers}[$n]{ms};
        push @{ $round == 1 ? \@first : \@later }, $ms;
    }
    return median(@later ? @later : @first);
}

sub median (@values) {
    return undef if !@values;
    @values = sort { $a <=> $b } @values;
    return ($values[ $#values / 2 ] + $values[ @values / 2 ]) / 2;
}

# What mod_cgi answers to the first request for a script.
sub status ($self, $script) {
    my $places = $self->{comparison}{places};
    for my $n (0 .. $#$places) {
        next if $self->{requests}[ $places->[$n][0] ]{script} ne $script;
        return $self->{results}{ base() }{answers}[$n]{status};
    }
    return undef;
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

# Broken under mod_cgi, so that nothing is known of what it does.
sub broken ($self) {
    return grep { $self->status($_) >= 500 } $self->asked;
}

1;

__END__

=head1 NAME

Mehari::Check::Findings - what a check has shown of each script

=head1 METHODS

=over

=item asked, not_asked, broken, tiers

Scripts that got requests, those that got none, those that fail under mod_cgi;
rows of L<Mehari::Check::Tier>.

=item found($script, $tier), differing($tier)

Differences; scripts that have some.

=item ms($tier, $script), status($script), inconstancy($script)

Median time, the first status, how much of the pages changes by itself.

=back

=cut
