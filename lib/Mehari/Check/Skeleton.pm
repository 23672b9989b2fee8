package Mehari::Check::Skeleton;

# A line of which some words change: the words that stay, separated by blanks.

use Mehari::Perl;
use Exporter qw(import);

our @EXPORT_OK = qw(words);

sub words ($line) {
    return [ $line =~ /(\w+|\s+|[^\w\s])/g ];
}

# Made from two lines that should be equal. If the lines have different numbers
# of words, the skeleton is their common start and end.
sub new ($class, $one, $other) {
    my ($left, $right) = (words($one), words($other));
    return bless {
        start => [
            map { $left->[$_] eq $right->[$_] ? $left->[$_] : undef }
                0 .. $#$left
        ],
        },
        $class
        if @$left == @$right;
    my $most = @$left < @$right ? @$left : @$right;
    my ($start, $end) = (0, 0);
    $start++ while $start < $most && $left->[$start] eq $right->[$start];
    $end++
        while $end < $most - $start
        && $left->[ -1 - $end ] eq $right->[ -1 - $end ];
    return bless {
        start => [ @$left[ 0 .. $start - 1 ] ],
        end   => [ @$left[ @$left - $end .. $#$left ] ],
    }, $class;
}

# The number of words that a matching line has; "any" if it may vary.
sub count ($self) {
    return $self->{end} ? 'any' : scalar @{ $self->{start} };
}

# A skeleton without a word that stays matches too many lines.
sub is_weak ($self) {
    return !grep { defined && /\w/ } @{ $self->{start} },
        @{ $self->{end} // [] };
}

sub fits ($self, $words) {
    my ($start, $end) = @$self{qw(start end)};
    return @$start == @$words && agree($start, $words) if !$end;
    return 0 if @$start + @$end > @$words;
    return agree($start, $words)
        && agree($end,   [ @$words[ @$words - @$end .. $#$words ] ]);
}

sub agree ($mine, $words) {
    for my $n (0 .. $#$mine) {
        return 0 if defined $mine->[$n] && $mine->[$n] ne $words->[$n];
    }
    return 1;
}

1;

__END__

=head1 NAME

Mehari::Check::Skeleton - a line of which some words change

=head1 SYNOPSIS

    my $skeleton = Mehari::Check::Skeleton->new('pid 17', 'pid 23');
    $skeleton->fits(words('pid 42'));

=cut
