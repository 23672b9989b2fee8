package Mehari::Check::Pattern;

# What of a page is its own, and what only of the moment: learned from pages
# that should be equal, as the same program has made them from the same.
#
# Learned are skeletons of lines, which also count where the line stands
# elsewhere in the page; and where a page has now more and now fewer lines, the
# gap between what can be compared at its top and at its bottom.

use v5.36;

use Mehari::Check::Skeleton qw(words);

sub new ($class) {
    return bless { skeletons => {}, gaps => {}, least => undef }, $class;
}

# Both are \@lines; $place says which of the pages (a request of a round).
sub learn ($self, $place, $one, $other) {
    if (@$one == @$other) {
        $self->learn_line($_, $one->[$_], $other->[$_]) for 0 .. $#$one;
        return;
    }
    my $most   = @$one < @$other ? @$one : @$other;
    my $top    = 0;
    my $bottom = 0;
    $top++
        while $top < $most
        && $self->learn_similar($top, $one->[$top], $other->[$top]);
    while ($bottom < $most - $top) {
        my $n = -1 - $bottom;
        $self->learn_similar($n, $one->[$n], $other->[$n]) or last;
        $bottom++;
    }
    widen(\$_, $top, $bottom) for $self->{gaps}{$place}, $self->{least};
    return;
}

sub widen ($gap, $top, $bottom) {
    $$gap //= [ $top, $bottom ];
    $$gap->[0] = $top    if $top < $$gap->[0];
    $$gap->[1] = $bottom if $bottom < $$gap->[1];
    return;
}

# Most likely the same line, as half of its words are.
sub learn_similar ($self, $n, $one, $other) {
    return 1 if $one eq $other;
    my ($left, $right) = (words($one), words($other));
    return 0 if @$left != @$right;
    my $same = grep { $left->[$_] eq $right->[$_] } 0 .. $#$left;
    return 0 if $same * 2 < @$left;
    $self->learn_line($n, $one, $other);
    return 1;
}

# $n: where the line is, from the end when it is negative.
sub learn_line ($self, $n, $one, $other) {
    return if $self->equal($n, $one, $other);
    my $skeleton = Mehari::Check::Skeleton->new($one, $other);
    my $where    = $skeleton->is_weak ? $n : '';
    push @{ $self->{skeletons}{$where}{ $skeleton->count } }, $skeleton;
    return;
}

# Are two lines the same but for what is known to change?
sub equal ($self, $n, $one, $other) {
    return 1 if $one eq $other;
    return 0 if !%{ $self->{skeletons} };
    my ($left, $right) = (words($one), words($other));
    return !!grep { $_->fits($right) } $self->fitting($n, $left);
}

sub fitting ($self, $n, $words) {
    my $count = @$words;
    return grep { $_->fits($words) }
        map     { @{ $_->{any} // [] }, @{ $_->{$count} // [] } }
        grep    { defined } @{ $self->{skeletons} }{ '', $n };
}

sub gap ($self, $place) { return $self->{gaps}{$place} // $self->{least} }

# undef when they agree, else the number of the first line that does not, and
# what it is in each: undef where it is missing.
sub difference ($self, $place, $expected, $got) {
    my $gap  = $self->gap($place);
    my $most = @$expected > @$got ? @$expected : @$got;
    my ($top, $bottom) = $gap ? @$gap : ($most, 0);
    for my $n (0 .. $top - 1) {
        next if !$self->unequal($n, $expected->[$n], $got->[$n]);
        return { line => $n + 1, $self->sides($n, $expected, $got) };
    }
    for my $n (reverse 1 .. $bottom) {
        my @sides = (at_end($expected, $n), at_end($got, $n));
        next if !$self->unequal(-$n, @sides);
        return {
            line     => @$got - $n + 1,
            expected => $sides[0],
            got      => $sides[1]
        };
    }
    return undef;
}

# A line more or less is not told as two that differ.
sub sides ($self, $n, $expected, $got) {
    my ($left, $right) = map { [ @$_[ $n, $n + 1 ] ] } $expected, $got;
    my @equal = map { !$self->unequal($n, @$_) } [ $left->[0], $right->[1] ],
        [ $left->[1], $right->[0] ];
    my $more = @$got <=> @$expected;
    return (expected => undef, got => $right->[0]) if $more > 0 && $equal[0];
    return (expected => $left->[0], got => undef)  if $more < 0 && $equal[1];
    return (expected => $left->[0], got => $right->[0]);
}

sub at_end ($lines, $n) { return $n > @$lines ? undef : $lines->[ -$n ] }

sub unequal ($self, $n, $expected, $got) {
    return 0 if !defined $expected && !defined $got;
    return
           !defined $expected
        || !defined $got
        || !$self->equal($n, $expected, $got);
}

# How many lines of a page change.
sub changing ($self, $place, $lines) {
    my $gap = $self->gap($place) // [ scalar @$lines, 0 ];
    my ($top, $bottom) = @$gap;
    $top = @$lines if $top > @$lines;
    my $count
        = grep { $self->fitting($_, words($lines->[$_])) } 0 .. $top - 1;
    $bottom = @$lines - $top if $bottom > @$lines - $top;
    $count
        += grep { $self->fitting(-$_, words($lines->[ -$_ ])) } 1 .. $bottom;
    return $count + @$lines - $top - $bottom;
}

sub is_constant ($self) {
    return !%{ $self->{skeletons} } && !$self->{least};
}

1;

__END__

=head1 NAME

Mehari::Check::Pattern - which parts of a page change by themselves

=head1 SYNOPSIS

  my $pattern = Mehari::Check::Pattern->new;
  $pattern->learn($place, \@lines_of_one_run, \@lines_of_another);
  my $found = $pattern->difference($place, \@expected, \@got);
  say "line $found->{line}: $found->{got}" if $found;

=head1 METHODS

=over

=item learn($place, \@one, \@other)

Two pages that should be equal; what differs will not be looked at.

=item difference($place, \@expected, \@got)

The first line (C<line>, C<expected>, C<got>) of a page that differs in
something else; undef when there is none.

=item changing($place, \@lines), is_constant

How many of its lines change; whether nothing does.

=back

=cut
