package Mehari::Check::Pattern;

# Separates a page's constant text from text that changes. It learns from pages
# that should be equal, because the same program has made them of the same
# input.
#
# It learns skeletons of lines, which hold for such a line anywhere in the page.
# A page whose number of lines varies is loose. It must have the lines that it
# always has and, unless it makes up lines, no line that it never has.

use Mehari::Perl;
use List::Util qw(first uniq);

use Mehari::Check::Skeleton qw(words);

sub new ($class) {
    return bless {
        skeletons => {},
        loose     => 0,
        pages     => {},    # place => pages that differed there
        seen      => {},    # line => in how many of those
    }, $class;
}

# $one and $other are \@lines; $place identifies the page (a request of a
# round).
sub learn ($self, $place, $one, $other) {
    $self->remember($place, $one) if !$self->{pages}{$place};
    $self->remember($place, $other);
    if (@$one == @$other) {
        $self->learn_line($_, $one->[$_], $other->[$_]) for 0 .. $#$one;
        return;
    }
    $self->{loose} = 1;
    my $most = @$one < @$other ? @$one : @$other;
    my $top  = 0;
    $top++
        while $top < $most
        && $self->learn_similar($top, $one->[$top], $other->[$top]);
    for my $n (map { -$_ } 1 .. $most - $top) {
        $self->learn_similar($n, $one->[$n], $other->[$n]) or last;
    }
    return;
}

sub remember ($self, $place, $lines) {
    delete $self->{makes_up};
    push @{ $self->{pages}{$place} }, $lines;
    $self->{seen}{$_}++ for uniq @$lines;
    return;
}

# True if half of the words are the same, so that it most likely is the same
# line.
sub learn_similar ($self, $n, $one, $other) {
    return 1 if $one eq $other;
    my ($left, $right) = (words($one), words($other));
    return 0 if @$left != @$right;
    my $same = grep { $left->[$_] eq $right->[$_] } 0 .. $#$left;
    return 0 if $same * 2 < @$left;
    $self->learn_line($n, $one, $other);
    return 1;
}

# $n: the line's number, counted from the end if negative.
sub learn_line ($self, $n, $one, $other) {
    return if $self->equal($n, $one, $other);
    my $skeleton = Mehari::Check::Skeleton->new($one, $other);
    my $where    = $skeleton->is_weak ? $n : '';
    push @{ $self->{skeletons}{$where}{ $skeleton->count } }, $skeleton;
    return;
}

# True if two lines differ only in what is known to change.
sub equal ($self, $n, $one, $other) {
    return 1 if $one eq $other;
    return 0 if !%{ $self->{skeletons} };
    my ($left, $right) = (words($one), words($other));
    return !!grep { $_->fits($right) } $self->fitting($left, $n);
}

# The skeletons with this number of words at one of these line numbers.
sub fitting ($self, $words, @n) {
    return () if !%{ $self->{skeletons} };
    my $count = @$words;
    return grep { $_->fits($words) }
        map     { @{ $_->{any} // [] }, @{ $_->{$count} // [] } }
        grep    { defined } @{ $self->{skeletons} }{ '', @n };
}

# True if a line of a page changes.
sub changes ($self, $n, $lines) {
    return !!$self->fitting(words($lines->[$n]), $n, $n - @$lines);
}

# --- to compare --------------------------------------------------------------

# undef if they agree. Otherwise the number of the first line that differs, and
# that line of each; undef for a missing line.
sub difference ($self, $place, $expected, $got) {
    return $self->loose_difference($place, $expected, $got)
        if $self->{loose};
    my $most = @$expected > @$got ? @$expected : @$got;
    my $n    = first { $self->unequal($_, $expected->[$_], $got->[$_]) }
        0 .. $most - 1;
    return undef if !defined $n;
    return { line => $n + 1, $self->sides($n, $expected, $got) };
}

sub unequal ($self, $n, $expected, $got) {
    return 0 if !defined $expected && !defined $got;
    return
           !defined $expected
        || !defined $got
        || !$self->equal($n, $expected, $got);
}

# Some lines more or less do not count as a difference.
sub sides ($self, $n, $expected, $got) {
    my ($left, $right) = ($expected->[$n], $got->[$n]);
    my $more = @$got - @$expected;
    return (expected => undef, got => $right)
        if $more > 0 && $self->follows($n, $left, $got, $more);
    return (expected => $left, got => undef)
        if $more < 0 && $self->follows($n, $right, $expected, -$more);
    return (expected => $left, got => $right);
}

sub follows ($self, $n, $line, $lines, $distance) {
    return !!grep { !$self->unequal($n, $line, $lines->[ $n + $_ ]) }
        1 .. $distance;
}

sub loose_difference ($self, $place, $expected, $got) {
    my %got     = map { $_ => 1 } @$got;
    my %known   = map { $_ => 1 } @$expected;
    my $missing = first { !$got{ $expected->[$_] } }
        $self->required($place, $expected);
    my $strange;
    $strange
        = first { !$known{ $got->[$_] } && $self->is_strange($_, $got) }
        0 .. $#$got
        if !$self->makes_up_lines;
    return undef if !defined $missing && !defined $strange;
    return {
        line     => 1 + ($strange // $missing),
        expected => defined $missing ? $expected->[$missing] : undef,
        got      => defined $strange ? $got->[$strange]      : undef,
    };
}

# Numbers of the lines that a page always has at this place.
sub required ($self, $place, $lines) {
    my @pages = map {
        +{ map { $_ => 1 } @$_ }
    } @{ $self->{pages}{$place} // [] };
    return grep {
        my $line = $lines->[$_];
        !(grep { !$_->{$line} } @pages) && !$self->changes($_, $lines)
    } 0 .. $#$lines;
}

sub is_strange ($self, $n, $lines) {
    return !$self->{seen}{ $lines->[$n] } && !$self->changes($n, $lines);
}

# True when there are lines that no other page has.
sub makes_up_lines ($self) {
    return $self->{makes_up} //= !!grep {
        my $lines = $_;
        grep {
            $self->{seen}{ $lines->[$_] } == 1 && !$self->changes($_, $lines)
        } 0 .. $#$lines
    } map { @$_ } values %{ $self->{pages} };
}

# --- how much ----------------------------------------------------------------

# The number of lines of a page that change.
sub changing ($self, $place, $lines) {
    return @$lines - $self->required($place, $lines) if $self->{loose};
    return grep { $self->changes($_, $lines) } 0 .. $#$lines;
}

sub is_constant ($self) {
    return !%{ $self->{skeletons} } && !$self->{loose};
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

Two pages that should be equal. Text that differs between them is ignored from
here on.

=item difference($place, \@expected, \@got)

The first line (C<line>, C<expected>, C<got>) of a page that differs in
something else; undef when there is none.

=item changing($place, \@lines), is_constant

The number of its lines that change; true if there are none.

=back

=cut
